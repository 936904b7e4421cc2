/**
 * What Schemathesis reports and is right: what an OpenAPI document can't say. A failure that no row explains fails the run, and so does a row
 * that explains nothing in the deep run.
 */
export interface ExplainedFailure {
  readonly check: string
  readonly operation: RegExp
  /** The error of the answer. */
  readonly error: RegExp
  readonly reason: string
}

const refused = (operation: RegExp, error: RegExp, reason: string): ExplainedFailure => ({
  check: 'positive_data_acceptance',
  operation,
  error,
  reason,
})

/** Rules, wherever they stand: in tokens, tenants, links and checks of policies. */
const rules =
  /^(\/options)?\/(allow|deny|ask|approve)\/\d+(\/\S+)?: (goes with a pattern|is not an action|is not a keyword of conditions|names a|no action of|has capitals|has |must |may )/

export const explainedFailures: readonly ExplainedFailure[] = [
  refused(
    /^GET /,
    /^\/cursor: /,
    'a cursor is `next_cursor` of a page of the same list in the same order: its pattern says the characters',
  ),
  refused(
    /./,
    rules,
    'rules name providers and actions, which are registered at run time, and conditions go with the parameters of these',
  ),
  refused(
    /(seed-oauth|admin\/tokens|admin\/apps|admin\/connect|admin\/calls)/,
    /^\/(provider(\/\d+)?|secrets|access_token|issuer|subject|audience|private_key|key_id|client_id|client_secret|refresh_token|scopes|token_endpoint|authorize_url|token_url|revoke_url): /,
    'the members of a credential depend on the provider: its sign-in, its grant, the application that is stored for it',
  ),
  refused(
    /admin\/connect/,
    /^\/(return_url|origin): /,
    'CONNECT_RETURN_URLS of the gateway says where people may go back to',
  ),
  refused(
    /POST \/admin\/auth/,
    /^\/token: must have at least/,
    "a token's strength is counted in different characters",
  ),
  refused(/POST \/admin\/keys/, /^\/tenants: is (only|required) for the role linker/, 'one member belongs to one role'),
  refused(
    /(admin\/keys|admin\/auth|token-links|admin\/usage|admin\/costs|admin\/audit|admin\/changes)/,
    /^\/(expires_at|from|to|month|since|until)\S*: must (be in the future|not be|be after|be before)/,
    'a time is before or after another one, or now',
  ),
  refused(
    /./,
    /: must be (an integer|Unix seconds)/,
    'a whole number over 2^53 has no exact value in JSON of JavaScript',
  ),
  refused(/PUT \/admin\/billing/, /^\/currency: /, 'the currencies of ISO 4217'),
  refused(/POST \/admin\/run-cron/, /^\/cron: no job has/, 'the expressions of the jobs that run, which operators set'),
  refused(
    /(PUT|PATCH) \/admin\/tenants/,
    /^\/(id|created_at|updated_at|version): must be/,
    'a record may be sent back as it was read: what the gateway sets has to be what it is',
  ),
  refused(
    /PATCH \/admin\/tenants/,
    /^\/(providers|options)\b/,
    'a merge patch is right where the tenant that it makes is: the same members are checked as a whole',
  ),
  {
    check: 'unsupported_method',
    operation: /^DELETE \/admin\/webhooks\/test$/,
    error: /^\/event_id: /,
    reason: '`test` stands where ids of events stand: a DELETE of it is one of an event, which begins with msg_',
  },
  {
    check: 'allow_header_conformance',
    operation: /^OPTIONS \/admin\/(calls\/resolve|webhooks\/test)$/,
    error: /^$/,
    reason:
      '`Allow` lists the methods of `/admin/calls/{call_id}` and `/admin/webhooks/{event_id}` as well, which this path is, too',
  },
]
