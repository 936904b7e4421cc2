import type { Vendor } from '../vendor.ts'

export const openai: Vendor = {
  id: 'openai',
  documents: [
    {
      file: 'openai__openapi.json',
      from: 'https://github.com/openai/openai-openapi/blob/f85dbe223d40e1a31cba812ab2d755c7e98a92a3/openapi.json',
    },
  ],
}
