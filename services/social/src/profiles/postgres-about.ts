import type { Queryable } from '@meadow/storage'
import type { About } from './about.ts'

const COLUMNS: Record<keyof About, string> = {
  cover: 'cover',
  bio: 'bio',
  website: 'website',
  location: 'location',
  birthday: 'birthday',
  gender: 'gender',
  relationshipStatus: 'relationship_status',
  workplace: 'workplace',
  education: 'education',
  hometown: 'hometown',
  currentCity: 'current_city',
  phone: 'phone',
}
const FIELDS = Object.keys(COLUMNS) as (keyof About)[]

/** What members say of themselves as one value `about`, for a query of `profiles`: a day stays the text of a day. */
export const ABOUT = `json_build_object(${FIELDS.map((field) => `'${field}', ${COLUMNS[field]}`).join(', ')}) as about`

export async function storeAbout(db: Queryable, memberId: string, about: About): Promise<void> {
  const changes = FIELDS.map((field, at) => `${COLUMNS[field]} = $${at + 2}`)
  await db.query(`update profiles set ${changes.join(', ')} where member_id = $1`, [
    memberId,
    ...FIELDS.map((field) => about[field]),
  ])
}

/** Forgets all of it. */
export async function clearAbout(db: Queryable, memberId: string): Promise<void> {
  const changes = FIELDS.map((field) => `${COLUMNS[field]} = default`)
  await db.query(`update profiles set ${changes.join(', ')} where member_id = $1`, [memberId])
}
