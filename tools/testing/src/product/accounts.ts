import { randomInt } from 'node:crypto'

/** The data of a sign-up form. */
export type Person = { username: string; fullName: string; email: string; password: string }

/** Builds an account whose username is unique: tests that share a product may use the same full name. */
export const aPerson = (fullName: string): Person => accountOf(`${usernameOf(fullName)}.${randomInt(1e6)}`, fullName)

/** Builds an account whose username follows from the full name. A product can have it once. */
export const theOnly = (fullName: string): Person => accountOf(usernameOf(fullName), fullName)

const usernameOf = (fullName: string) => fullName.toLowerCase().replaceAll(' ', '.')

const accountOf = (username: string, fullName: string): Person => ({
  username,
  fullName,
  email: `${username}@example.org`,
  password: 'Larkspur-in-June-7',
})
