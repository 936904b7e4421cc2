export const webhooksTexts = {
  lead: 'Events that your receiver has not accepted yet. Accepted events are not kept.',
  event: 'Event',
  statuses: { waiting: 'Waiting', dead: 'Given up' },
  failures: 'Failed attempts',
  next: 'Next attempt',
  delivered: 'Delivered',
  notDelivered: 'Not delivered',
  tasks: { test: 'Send a test event', retry: 'Send now', remove: 'Discard' },
  taskTexts: {
    test: () => 'An event of the type webhook.test is sent to your receiver now.',
    retry: (event: string) => `${event} is sent to your receiver now.`,
    remove: (event: string) => `${event} is discarded. Your receiver will never get it.`,
  },
  empty: 'No events are waiting',
  emptyText: 'Your receiver has accepted all of them.',
  off: 'No receiver is configured',
  offText: 'Start the gateway with WEBHOOK_URL and WEBHOOK_SECRET to send events to your systems.',
} as const
