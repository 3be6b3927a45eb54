import { describe, expect, it } from '@jest/globals'
import { PROGRAM_VARIABLES } from '../../stack/src/environment.ts'
import { PROCESSES } from '../src/processes.ts'

/** `npm start` gives the community the store of each service, and no common one. */
const STORE_NAMES = ['AUTH', 'SOCIAL', 'POSTS', 'NOTIFY', 'CHAT'].map((name) => `${name}_STORE_URL`)

describe('npm start', () => {
  it.each(PROCESSES)('gives $name exactly the variables of its configuration', ({ name, variables }) => {
    const names = Object.keys(variables.shape)
    const expected =
      name === 'community' ? [...names.filter((variable) => variable !== 'STORE_URL'), ...STORE_NAMES] : names
    expect(PROGRAM_VARIABLES[name]?.toSorted()).toEqual(expected.toSorted())
  })
})
