import { type Documented, docstringOf, exportedNames, membersOf } from './docstrings.ts'

/** A type whose members authors write, or read. */
interface DescribedType {
  readonly name: string
  readonly file: string
  /** Heading of the members in the reference. */
  readonly heading: string
  /** Makes a statement that compiles of an example of a member. */
  wrap(example: string): string
}

/** The pages of the reference. */
export const referencePages = [
  'docs/provider-reference.md',
  'docs/provider-reference-writes.md',
  'docs/provider-reference-accounts.md',
] as const
export type ReferencePage = (typeof referencePages)[number]

interface Chapter {
  readonly title: string
  /** Left out: the first page, about actions. */
  readonly page?: ReferencePage
  readonly functions: readonly string[]
  readonly types: readonly DescribedType[]
}

const inAction = (example: string): string => `write('POST /items', { ...definition, ${example} })`
const inRead = (example: string): string => `read('GET /items', { ...definition, ${example} })`
const inProvider = (example: string): string => `provider({ ...provided, ${example} })`
const inRoles = (example: string): string => `const roles: import('@patchbay/core/provider').Roles = { ${example} }`
const inSigned = (example: string): string =>
  `const auth: Partial<import('@patchbay/core/provider').Signed<'key'>> = { ${example} }`
const inOverlay = (example: string): string =>
  `imported<{ get_items: { params: never }; delete_items: { params: never } }>()({ ...provided, ${example} })`
const inConfirm = (example: string): string =>
  `const confirm: Partial<import('@patchbay/core/provider').Confirm<ConfirmedParams, ConfirmingParams>> = { ${example} }`
/** The example is a whole expression. */
const alone = (example: string): string => example

const described = (name: string, file: string, heading: string, wrap: (example: string) => string): DescribedType => ({
  name,
  file: `core/provider/${file}`,
  heading,
  wrap,
})

/** The forms of `oauth2`, one for each grant. */
const grants: readonly DescribedType[] = [
  described(
    'OAuth2Members',
    'auth/oauth2.ts',
    'Members of `oauth2`',
    (part) => `oauth2({ ...authorizationCode, ${part} })`,
  ),
  described(
    'AuthorizationCode',
    'auth/oauth2.ts',
    'With the grant `authorization_code`',
    (part) => `oauth2({ ...authorizationCode, ${part} })`,
  ),
  described(
    'Revocation',
    'auth/revocation.ts',
    'Members of `revoke`',
    (part) => `const revoke: Partial<import('@patchbay/core/provider').Revocation> = { ${part} }`,
  ),
  described(
    'TokenRefusal',
    'auth/oauth2.ts',
    'Members of `refusals`',
    (part) => `const refusal: Partial<import('@patchbay/core/provider').TokenRefusal> = { ${part} }`,
  ),
  described(
    'ClientCredentials',
    'auth/oauth2.ts',
    'With the grant `client_credentials`',
    (part) => `oauth2({ ...clientCredentials, ${part} })`,
  ),
  described(
    'JwtBearer',
    'auth/oauth2.ts',
    'With the grant `jwt_bearer`',
    (part) => `const auth: Partial<import('@patchbay/core/provider').JwtBearer> = { ${part} }`,
  ),
]

/** Exports of the contract for core, codegen and tests, which authors don't need. */
export const notForAuthors: readonly string[] = [
  'PinnedTool',
  'Action',
  'ActionEffect',
  'Read',
  'Write',
  'AccountOrigin',
  'AnyAction',
  'AnyProvider',
  'AnyConfirm',
  'ActionRequest',
  'ImportedProvider',
  'Overlay',
  'actionKind',
  'completeRequest',
  'FileFacts',
  'FileParameter',
  'cursorParameter',
  'headerName',
  'isHeaderPlace',
  'findAuth',
  'DefinitionMember',
  'isChangedByUrl',
  'isPlaceholderHost',
  'findKeyPlace',
  'toolEffect',
  'buildOrigin',
  'mostPages',
  'reservedHeaders',
  'listSecretNames',
  'isOwnClient',
  'listOAuths',
  'nameAlternative',
  'UnfitSegment',
  'assertionAlgorithms',
  'assertionClaims',
  'GrantName',
  'findDeclaredOAuth',
  'Placed',
  'placeParameters',
  'toScopeParameter',
  'buildEndpoint',
  'formatTemplate',
  'accountHeaders',
  'forAccount',
  'settingsIn',
  'AccountEndpoint',
  'parseSetting',
  'ReportedSetting',
  'classesText',
  'isClassName',
  'listCallClasses',
  'listClasses',
  'sortClasses',
  'minorDigits',
  'parseRolePlace',
  'readRoleValues',
  // Types whose members are described with the functions that make them.
  'ApiKey',
  'IdempotencyKeyPlace',
  'Basic',
  'KeyPlace',
  'Keys',
  'None',
  'OAuth2',
  'OneOf',
  'Path',
  'Probe',
  'Scopes',
]

/** The functions that the contract exports from a file, in the order of its index. */
const functionsIn = (file: string): string[] =>
  [...exportedNames()].flatMap(([name, from]) =>
    from === `core/provider/${file}` && /^[a-z]/.test(name) && !notForAuthors.includes(name) ? [name] : [],
  )

/** The reference of the contract, in its order. */
const [, aboutWrites, aboutAccounts] = referencePages

export const chapters: readonly Chapter[] = [
  {
    title: 'Actions',
    functions: ['read', 'write'],
    types: [
      described('Definition', 'define-action.ts', 'Members of a read or write', inAction),
      described('Placement', 'request/placement.ts', 'Where parameters go', inAction),
      described('AnswerOptions', 'effect.ts', 'Members of both that say what is answered', inAction),
      described('ReadOptions', 'effect.ts', 'Members of a read', inRead),
      described('PagesOption', 'define-action.ts', 'Pages of a read', inRead),
      described('WriteOptions', 'effect.ts', 'Members of a write', inAction),
      described('RolesOption', 'define-action.ts', 'Roles of the parameters of a write', inAction),
      described(
        'CallClassesOption',
        'define-action.ts',
        'Classes that some calls of a write surely don’t have',
        inAction,
      ),
      described('Roles', 'roles.ts', 'Members of `roles`', inRoles),
      described('RoleAmount', 'roles.ts', 'Members of `amount`', inRoles),
      described('ModelOptions', 'answer/for-models.ts', 'How an answer is adapted to models', inAction),
      described('Noise', 'answer/for-models.ts', 'Members of `noise`', inAction),
      described('NextAction', 'answer/for-models.ts', 'Members of `leadsTo`', inAction),
      described('RequestParts', 'request/placement.ts', 'What `request` returns', (part) =>
        inAction(`request: () => ({ ${part} })`),
      ),
      described('ProviderAccount', 'request/request.ts', 'The account that `request` gets', inAction),
      described('Answer', 'answer/failure.ts', 'The answer that `shape` and `failure` get', inAction),
      described(
        'Sunset',
        'sunset.ts',
        'Members of `sunset`',
        (part) => `const sunset: Partial<import('@patchbay/core/provider').Sunset> = { ${part} }`,
      ),
    ],
  },
  {
    title: 'Parameters',
    functions: [
      'text',
      'pattern',
      'integer',
      'flag',
      'choice',
      'list',
      'object',
      'record',
      'file',
      'optional',
      'clearable',
    ],
    types: [
      described(
        'FileValue',
        'request/request.ts',
        'The value of a `file`',
        (part) => `const value: import('@patchbay/core/provider').FileValue = { ...fileValue, ${part} }`,
      ),
    ],
  },
  { title: 'Requests by hand', functions: ['path', 'invalid'], types: [] },
  {
    title: 'Pages',
    functions: ['cursor', 'page', 'offset', 'link'],
    types: [
      described('Common', 'answer/pages.ts', 'Members of all four', alone),
      described('CursorPages', 'answer/pages.ts', 'Members of `cursor`', alone),
      described('NumberPages', 'answer/pages.ts', 'Members of `page`', alone),
      described('OffsetPages', 'answer/pages.ts', 'Members of `offset`', alone),
      described('LinkPages', 'answer/pages.ts', 'Members of `link`', alone),
    ],
  },
  {
    title: 'Provider',
    page: aboutAccounts,
    functions: ['provider', 'messageAt', 'meaningAt', 'readWait'],
    types: [
      described('Provider', 'provider.ts', 'Members of a provider', inProvider),
      described('Failure', 'answer/failure.ts', 'What `failure` returns', (part) =>
        inProvider(`failure: () => ({ ...failed, ${part} })`),
      ),
      described('CredentialField', 'provider.ts', 'Members of `credentialFields`', inProvider),
      described('RateLimitHint', 'answer/limits.ts', 'Members of `rateLimit`', inProvider),
      described('Limits', 'answer/limits.ts', 'Members of `limits`', inProvider),
      described('LimitHeaders', 'answer/limits.ts', "Members of a vendor's own headers in `limits`", inProvider),
    ],
  },
  {
    title: 'Authentication',
    page: aboutAccounts,
    functions: [...functionsIn('auth/auth.ts'), 'oauth2', 'signed'],
    types: [
      ...grants,
      described('Signed', 'auth/signed.ts', 'Members of `signed`', inSigned),
      described('UnsignedRequest', 'auth/signed.ts', 'The request that `sign` gets', inSigned),
      described(
        'Signature',
        'auth/signed.ts',
        'What `sign` returns',
        (part) => `const signature: import('@patchbay/core/provider').Signature = { ${part} }`,
      ),
    ],
  },
  { title: 'Texts that load from elsewhere', page: aboutWrites, functions: ['htmlLoads', 'markdownLoads'], types: [] },
  {
    title: 'Finding out what became of a write',
    page: aboutWrites,
    functions: ['holds', 'madeSince', 'findMade', 'documentRead', 'at'],
    types: [
      described('ConfirmOption', 'define-action.ts', 'How a write is looked for', inAction),
      described('Confirm', 'confirm.ts', 'Members of `confirm`', inConfirm),
      described('Sought', 'confirm.ts', 'The write that `shows` gets', inConfirm),
    ],
  },
  {
    title: "Requests before a write's own, and files",
    page: aboutWrites,
    functions: ['aboutFile', 'inBase64', 'pathOfAddress'],
    types: [
      described('StepsOption', 'define-action.ts', "Requests before a write's own", inAction),
      described('WriteStep', 'action.ts', 'Members of a step', inAction),
    ],
  },
  { title: 'Origins', page: aboutAccounts, functions: ['origin', 'sharedOrigin', 'selfHosted', 'endpoint'], types: [] },
  {
    title: 'Imported documents',
    page: aboutAccounts,
    functions: ['imported', 'behind'],
    types: [
      described('OverlayMembers', 'imported.ts', 'Members of an overlay besides those of a provider', inOverlay),
      described(
        'AnyCuration',
        'overlay.ts',
        "Members of a document's action",
        (part) => `const curation: Partial<import('@patchbay/core/provider').AnyCuration> = { ${part} }`,
      ),
    ],
  },
]

export const fileOf = (name: string): string => {
  const file = exportedNames().get(name)
  if (file === undefined) throw new Error(`core/provider/index.ts doesn't export ${name}`)
  return file
}

export const functionsOf = ({ functions }: Chapter): Documented[] =>
  functions.map((name) => docstringOf(fileOf(name), name))

/** The members of the types of a chapter, each type with its own. */
export const typesOf = ({ types }: Chapter): { readonly type: DescribedType; readonly members: Documented[] }[] =>
  types.map((type) => ({ type, members: membersOf(type.file, type.name) }))

/** A function's example is an expression, a statement, or members of a definition. */
const functionSnippet = (example: string): string => {
  if (example.startsWith('shows: ')) return inConfirm(example)
  if (/^(auth|origin|failure|overlay): /.test(example)) return inProvider(example)
  return /^\w+: /.test(example) ? inAction(example) : example
}

/** Every example of the contract, as what the compiler takes. */
export const contractSnippets = (): { readonly place: string; readonly code: string }[] =>
  chapters.flatMap((chapter) => [
    ...functionsOf(chapter).flatMap(({ name, examples }) =>
      examples.map((example) => ({ place: `${fileOf(name)}: ${name}`, code: functionSnippet(example) })),
    ),
    ...typesOf(chapter).flatMap(({ type, members }) =>
      members.flatMap(({ name, examples }) =>
        examples.map((example) => ({ place: `${type.file}: ${type.name}.${name}`, code: type.wrap(example) })),
      ),
    ),
  ])
