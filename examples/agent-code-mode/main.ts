import { runTask } from './run-task.ts'
import { code } from './task.ts'

const { PATCHBAY_URL: url = '', PATCHBAY_TOKEN: token = '' } = process.env

const { data, writes = [] } = await runTask({ url, token }, code, { least: 2 })
console.log(JSON.stringify({ data, writes }))
