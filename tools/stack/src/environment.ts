import { readVariable } from '@meadow/service/config-files'

type Variables = Record<string, string | undefined>

/** The variables that every process inherits: the settings of the machine (from `SystemRoot` on those of Windows) and of Node. */
const MACHINE_VARIABLES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'MALLOC_TRIM_THRESHOLD_',
  'MALLOC_TOP_PAD_',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

const SERVER_VARIABLES = ['PORT', 'HOST', 'LOG_LEVEL', 'DRAIN_SECONDS']
/** The URLs of the store, the bus and the shared state, and whether they are migrated at the start. */
const ENGINE_VARIABLES = ['STORE_URL', 'BUS_URL', 'STATE_URL', 'AUTO_MIGRATE']
const TOKEN_VERIFICATION_VARIABLES = ['AUTH_URL', 'KEYS_FILE']
const UPLOAD_VARIABLES = ['MEDIA_URL', 'UPLOADS_PER_HOUR', 'UPLOAD_MEGABYTES_PER_HOUR']
const LINK_PREVIEW_VARIABLES = ['LINK_PREVIEWS', 'LINK_ORIGIN', 'LINK_PREVIEW_ALLOWED_HOSTS']
const SERVICE_VARIABLES = [...SERVER_VARIABLES, ...ENGINE_VARIABLES, 'EXPORT_URL', ...TOKEN_VERIFICATION_VARIABLES]

/** The variables that each program reads in addition to `MACHINE_VARIABLES`: those of its configuration. */
export const PROGRAM_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  gateway: [
    ...SERVER_VARIABLES,
    'PUBLIC_URL',
    'TRUSTED_PROXIES',
    'METRICS_PORT',
    'METRICS_HOST',
    'RATE_LIMITS',
    'MEMBER_CALLS_PER_MINUTE',
    'ADDRESS_CALLS_PER_MINUTE',
    'ADDRESS_REQUESTS_PER_MINUTE',
    'ADDRESS_HANDSHAKES_PER_MINUTE',
    'MAX_CONNECTIONS',
    'MAX_CONNECTIONS_PER_ADDRESS',
    'SECURITY_CONTACT',
    'SECURITY_POLICY',
    'AUTH_URL',
    'SOCIAL_URL',
    'POSTS_URL',
    'NOTIFY_URL',
    'CHAT_URL',
    'FRONTENDS_URL',
    'SHELL_FRONTEND_URL',
    'FEED_FRONTEND_URL',
    'PROFILE_FRONTEND_URL',
    'CHAT_FRONTEND_URL',
  ],
  auth: [
    ...SERVER_VARIABLES,
    ...ENGINE_VARIABLES,
    'EXPORT_URL',
    'PUBLIC_URL',
    'DEFAULT_PLAN',
    'ADMIN_EMAIL',
    'REGISTRATION',
    'REQUIRE_VERIFIED_EMAIL',
    'GUEST_MODE',
    'RATE_LIMITS',
    'DEMO_ACCOUNTS',
    'DEMO_SIGN_IN',
    'OAUTH_SIGN_INS_PER_HOUR',
    'PASSKEY_SIGN_INS_PER_HOUR',
    'OAUTH_GOOGLE_CLIENT_ID',
    'OAUTH_GOOGLE_CLIENT_SECRET',
    'OAUTH_GITHUB_CLIENT_ID',
    'OAUTH_GITHUB_CLIENT_SECRET',
    'OAUTH_DEMO',
    'MAIL_URL',
    'MAIL_FROM',
    'MAILBOX_PAGE',
    'MAIL_REQUESTS_PER_NETWORK',
    'MAIL_REQUESTS_PER_ADDRESS',
    'MAIL_LINKS_PER_HOUR',
    'SESSION_MAX_DAYS',
    'SIGNING_KEY_DAYS',
    'SIGNING_KEY_ENCRYPTION_KEY',
    'FAILED_SIGN_INS_PER_ACCOUNT_AND_NETWORK',
    'FAILED_SIGN_INS_PER_ACCOUNT',
    'FAILED_SIGN_INS_PER_NETWORK',
    'FAILED_SIGN_INS_PER_DEVICE',
    'SIGN_INS_PER_HOUR',
    'WRONG_PASSWORDS_PER_SESSION',
    'WRONG_SECOND_FACTORS_PER_ACCOUNT',
    'REGISTRATIONS_PER_HOUR',
    'REGISTRATION_ATTEMPTS_PER_HOUR',
  ],
  social: [...SERVICE_VARIABLES, 'GUEST_MODE', 'RATE_LIMITS', 'NEW_MEMBER_FOLLOWS'],
  posts: [
    ...SERVICE_VARIABLES,
    ...UPLOAD_VARIABLES,
    'PUBLIC_URL',
    'GUEST_MODE',
    'RATE_LIMITS',
    'POSTS_PER_HOUR',
    'COMMENTS_PER_HOUR',
    'EDITS_PER_HOUR',
    'NEW_MEMBER_POSTS',
    'NEW_MEMBER_COMMENTS',
    ...LINK_PREVIEW_VARIABLES,
  ],
  notify: [
    ...SERVICE_VARIABLES,
    'PUBLIC_URL',
    'PUSH_SUBJECT',
    'PUSH_HOSTS',
    'PUSH_PRIVATE_ADDRESSES',
    'PUSH_CA',
    'PUSH_KEY_DAYS',
    'PUSH_KEY_ENCRYPTION_KEY',
  ],
  chat: [
    ...SERVICE_VARIABLES,
    ...UPLOAD_VARIABLES,
    ...LINK_PREVIEW_VARIABLES,
    'PUBLIC_URL',
    'RATE_LIMITS',
    'REQUIRE_VERIFIED_EMAIL',
    'MESSAGES_PER_MINUTE',
    'SENT_MESSAGES_PER_MINUTE',
    'RECEIVED_MESSAGES_PER_MINUTE',
    'MESSAGE_REQUESTS_PER_DAY',
    'NEW_MEMBER_CONVERSATIONS',
  ],
  frontends: [...SERVER_VARIABLES, 'SERVICE_WORKER', 'ROLLED_BACK_AT'],
  postgres: [],
  'kafka-access': ['BUS_URL'],
  community: [
    'LOG_LEVEL',
    'AUTH_URL',
    'BUS_URL',
    'AUTO_MIGRATE',
    'POSTS_MEDIA_URL',
    'CHAT_MEDIA_URL',
    'AUTH_STORE_URL',
    'SOCIAL_STORE_URL',
    'POSTS_STORE_URL',
    'NOTIFY_STORE_URL',
    'CHAT_STORE_URL',
    'AUTH_STATE_URL',
    'SOCIAL_STATE_URL',
    'POSTS_STATE_URL',
    'NOTIFY_STATE_URL',
    'CHAT_STATE_URL',
    'SIGNING_KEY_ENCRYPTION_KEY',
    'PUSH_KEY_ENCRYPTION_KEY',
    'LINK_ORIGIN',
    'COMMUNITY_STAGE',
    'COMMUNITY_JOURNAL',
  ],
}

const FILE_SUFFIX = '_FILE'

/**
 * Returns the environment of `npm start` in which each variable of a program that is given as a file, by `<NAME>_FILE`, has the
 * content of the file. @throws Error if a variable is also given by itself, or if a file cannot be read
 */
export function readFileVariables(environment: Variables): Variables {
  const known = new Set(Object.values(PROGRAM_VARIABLES).flat())
  const isKnown = (name: string) => known.has(name) || /^[A-Z]+_(?:STORE|BUS|MEDIA)_URL$/.test(name)
  const names = Object.keys(environment).filter((name) => name.endsWith(FILE_SUFFIX) && !known.has(name))
  const given = names.map((name) => name.slice(0, -FILE_SUFFIX.length)).filter(isKnown)
  return { ...environment, ...Object.fromEntries(given.map((name) => [name, readVariable(name, environment)])) }
}

/** Returns the variables for a program. Variables of other programs are left out. @throws if the program has no list */
export function selectEnvironment(program: string, variables: Variables): Variables {
  const own = PROGRAM_VARIABLES[program]
  if (!own) throw new Error(`src/environment.ts has no variables for ${program}`)
  const names = new Set([...MACHINE_VARIABLES, ...own].map(normalizeName))
  return Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => value !== undefined && names.has(normalizeName(name))),
  )
}

/** Windows ignores case in names, and writes `Path`. */
const normalizeName = (name: string) => (process.platform === 'win32' ? name.toUpperCase() : name)
