export { alice, bob, carol, type TestMember } from './people.ts'
export { silentLog } from './silent-log.ts'
export { type TestTokens, testTokens } from './test-tokens.ts'
