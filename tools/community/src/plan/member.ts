import type { Person } from '../texts/people.ts'

export type Member = Person & { joinedAt: Date }
