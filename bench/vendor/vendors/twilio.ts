import type { CorrectedFile } from '../document.ts'
import type { Vendor } from '../vendor.ts'

const names = ['api_v2010', 'lookups_v2', 'verify_v2']
const message =
  '/paths/~12010-04-01~1Accounts~1{AccountSid}~1Messages.json/post/requestBody/content/application~1x-www-form-urlencoded/schema'

const corrections: Readonly<Record<string, CorrectedFile['corrections']>> = {
  api_v2010: [
    {
      at: `${message}/properties/MediaUrl`,
      value: {},
      why: 'the mock reads only the last of several fields of one name',
    },
  ],
}

export const twilio: Vendor = {
  id: 'twilio',
  documents: names.map((name) => ({
    file: `twilio__${name}.json`,
    from: `https://github.com/twilio/twilio-oai/blob/d50069b44ea8cd23141385bdb6db48f16ff75bb5/spec/json/twilio_${name}.json`,
    corrections: corrections[name] ?? [],
  })),
  settings: { account_sid: `AC${'0'.repeat(32)}` },
  credential: { access_token: 'SK0:secret' },
}
