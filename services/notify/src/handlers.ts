import type { Handler } from '@meadow/events'
import { memberHandlers } from '@meadow/members'
import { memberActHandlers } from './acts/on-members.ts'
import { type Bound, postHandlers } from './acts/on-posts.ts'

/** The read model of members first: what is told goes by it. */
export const handlers: Handler<Bound>[] = [...memberHandlers, ...memberActHandlers, ...postHandlers]
