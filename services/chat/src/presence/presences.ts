export type { Presences } from '@meadow/members'
