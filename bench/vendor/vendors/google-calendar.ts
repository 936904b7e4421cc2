import type { Vendor } from '../vendor.ts'

export const googleCalendar: Vendor = {
  id: 'google-calendar',
  documents: [
    {
      file: 'googleapis__calendar.yaml',
      corrections: [
        {
          at: '/components/schemas/Event/properties',
          isClearedByNull: true,
          why: 'https://developers.google.com/workspace/calendar/api/guides/performance#patch',
        },
      ],
    },
  ],
}
