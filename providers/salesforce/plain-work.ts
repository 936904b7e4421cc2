type Fields = Readonly<Record<string, unknown>>

/** Fields that tell how work stands: nobody is written to, paid or let in by them. Custom fields may mean anything. */
const fieldsOfWork: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Lead: 'Rating Status Description Title Industry LeadSource AnnualRevenue NumberOfEmployees',
    Opportunity: 'Name StageName CloseDate Probability NextStep Description ForecastCategoryName LeadSource Type',
    Case: 'Status Priority Description Reason Type Origin',
    Task: 'Status Priority Subject Description ActivityDate',
    Event: 'Subject Description Location StartDateTime EndDateTime DurationInMinutes',
  }).map(([type, fields]) => [type, new Set(fields.split(' '))]),
)

/** Records that are new, and nobody's but the account's own. */
const newRecordsOfWork = new Set(['Lead', 'Contact', 'Account', 'Opportunity', 'Task'])

/** True if a change may do more than tell how work stands. */
export const changesMore = (type: string, fields: Fields): boolean =>
  !Object.keys(fields).every((field) => fieldsOfWork.get(type)?.has(field))

/** True if a new record may do more than stand there. Names of fields may be in any case. */
export const createsMore = (type: string, fields: Fields): boolean =>
  !newRecordsOfWork.has(type) || Object.keys(fields).some((field) => field.toLowerCase() === 'ownerid')
