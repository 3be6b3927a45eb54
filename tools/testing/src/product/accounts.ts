import { randomInt } from 'node:crypto'

/** The data of a sign-up form. */
export type TestAccount = { username: string; fullName: string; email: string; password: string }

/** Builds an account whose username is unique: tests that share a product may use the same full name. */
export const createUniqueAccount = (fullName: string): TestAccount =>
  buildAccount(`${toUsername(fullName)}.${randomInt(1e6)}`, fullName)

/** Builds an account whose username follows from the full name. A product can have it once. */
export const createNamedAccount = (fullName: string): TestAccount => buildAccount(toUsername(fullName), fullName)

const toUsername = (fullName: string) => fullName.toLowerCase().replaceAll(' ', '.')

const buildAccount = (username: string, fullName: string): TestAccount => ({
  username,
  fullName,
  email: `${username}@example.org`,
  password: 'Larkspur-in-June-7',
})
