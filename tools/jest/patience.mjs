import { jest } from '@jest/globals'

/** Browsers, and products that start anew, take their time on a busy machine. */
jest.setTimeout(240_000)
