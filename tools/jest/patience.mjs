import { jest } from '@jest/globals'

/** The product starts anew for each file of browser tests. */
jest.setTimeout(240_000)
