import { sync } from './sync.ts'

const { PATCHBAY_URL: url = '', PATCHBAY_TOKEN: token = '', PATCHBAY_TENANT: tenant = '', FOLDER = '.' } = process.env

await sync({ url, token, tenant }, FOLDER)
