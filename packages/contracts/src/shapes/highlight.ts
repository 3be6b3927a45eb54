import * as z from 'zod'
import { MAX_HIGHLIGHTS } from '../limits.ts'
import { Count } from '../text.ts'

/** The parts of a text that a search found, as of a facet: `start` and `end` count code points. */
export const Highlights = z.array(z.object({ start: Count, end: Count })).max(MAX_HIGHLIGHTS)
