import type { Vendor } from '../vendor.ts'

export const googleCalendar: Vendor = {
  id: 'google-calendar',
  documents: [{ file: 'googleapis__calendar.yaml' }],
}
