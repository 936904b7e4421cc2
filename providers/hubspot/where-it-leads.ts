/** Records of HubSpot's own to which nothing is sent. */
const recordsOfWork = new Set('deals tickets tasks notes calls meetings products line_items'.split(' '))

/** Properties of contacts and companies that only describe them: developers.hubspot.com, "Default contact properties". */
const descriptive = new Set(
  'firstname lastname salutation jobtitle company name description industry type lifecyclestage hs_lead_status numberofemployees annualrevenue message degree field_of_study seniority hs_language hs_buying_role'.split(
    ' ',
  ),
)

/**
 * True if a change may lead mails, calls or goods elsewhere: an address, a number, or a property that only the customer knows, of anything but a
 * record of work.
 */
export const mayLeadElsewhere = (objectType: string, changes: readonly object[]): boolean =>
  !recordsOfWork.has(objectType) &&
  changes.some((properties) => Object.keys(properties).some((name) => !descriptive.has(name)))

const sold = new Set(['products', 'line_items'])

/** True if a change may be one of what people pay: the price, discount or quantity of what is sold, in quotes and invoices alike. */
export const mayChangePrices = (objectType: string, changes: readonly object[]): boolean =>
  sold.has(objectType) && changes.some((properties) => Object.keys(properties).some((name) => !descriptive.has(name)))
