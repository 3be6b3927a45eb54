export { alice, bob, carol, type TestMember } from './people.ts'
export { testLog } from './test-log.ts'
export { type TestTokens, testTokens } from './test-tokens.ts'
