import type { Queryable } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'
import type { ProfileDetails } from './profile-details.ts'

/** The facets of the bio, unless they belong to another text, which an earlier version has replaced. */
const BIO_FACETS_SQL = `coalesce(case when bio_facets->>'text' = bio then bio_facets->'facets' end, '[]')`

const DETAIL_COLUMNS: Record<keyof ProfileDetails, keyof ProfilesTable> = {
  cover: 'cover',
  bio: 'bio',
  bioFacets: 'bio_facets',
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
  interests: 'interests',
}
const DETAIL_FIELDS = Object.keys(DETAIL_COLUMNS) as (keyof ProfileDetails)[]

/** The details as one JSON column `details`, in a query of `profiles`. JSON keeps the birthday a text without time zone. */
export const PROFILE_DETAILS_JSON = `json_build_object(${DETAIL_FIELDS.map((field) => `'${field}', ${toDetailSql(field)}`).join(', ')}) as details`

function toDetailSql(field: keyof ProfileDetails): string {
  return field === 'bioFacets' ? BIO_FACETS_SQL : DETAIL_COLUMNS[field]
}

const toBioFacetsColumn = ({ bio, bioFacets }: ProfileDetails): string | null =>
  bioFacets.length > 0 ? JSON.stringify({ text: bio, facets: bioFacets }) : null

/** Stores all details of a member. */
export async function updateProfileDetails(db: Queryable, memberId: string, details: ProfileDetails): Promise<void> {
  const changes = DETAIL_FIELDS.map((field, index) => `${DETAIL_COLUMNS[field]} = $${index + 2}`)
  await db.query(`update profiles set ${changes.join(', ')} where member_id = $1`, [
    memberId,
    ...DETAIL_FIELDS.map((field) => (field === 'bioFacets' ? toBioFacetsColumn(details) : details[field])),
  ])
}

const PRIVACY_COLUMNS: (keyof ProfilesTable)[] = ['is_suggested', 'is_in_directory', 'field_audiences']

/** Resets all details and privacy settings to their defaults. */
export async function clearProfileDetails(db: Queryable, memberId: string): Promise<void> {
  const columns = [...Object.values(DETAIL_COLUMNS), ...PRIVACY_COLUMNS]
  const changes = columns.map((column) => `${column} = default`)
  await db.query(`update profiles set ${changes.join(', ')} where member_id = $1`, [memberId])
}
