import { jest } from '@jest/globals'

/** Browsers and the start of the product take long on a busy machine. */
jest.setTimeout(240_000)
