import type { Express } from 'express'
import request, { type Test } from 'supertest'
import type { TestMember } from '../test-members.ts'
import type { TestTokens } from '../test-tokens.ts'

/** Sends requests with the access token of one member. */
export type TestClient = Record<'get' | 'post' | 'put' | 'delete', (path: string) => Test>

/** Creates a client of `app` that is signed in as `member`. */
export function createTestClient(app: Express, tokens: TestTokens, member: TestMember): TestClient {
  const authorize = (test: Test) => test.set('Authorization', `Bearer ${tokens.tokenFor(member)}`)
  return {
    get: (path) => authorize(request(app).get(path)),
    post: (path) => authorize(request(app).post(path)),
    put: (path) => authorize(request(app).put(path)),
    delete: (path) => authorize(request(app).delete(path)),
  }
}
