import { createPostgresOwnDataReader } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

/** The other member of a row, unless nobody sees them now. */
const OTHER = `case when other.state = 'active' then other.username end as username,
  case when other.state = 'active' then other.full_name end as name`

/** A kind of rows between two members. `column` names the other one. */
const toEdgeKind = (source: string, column: 'from_id' | 'to_id', condition: string, more = '') => ({
  from: `${source} edge left join members other on other.id = edge.${column} where edge.${condition}`,
  since: 'edge.at',
  key: `edge.${column}`,
  select: `${OTHER}, edge.at ${more}`,
})

/** Creates the reader of what social holds about a member. Of reports it has what the member filed, and never the words of others. */
export const createPostgresSocialData = (db: Queryable) =>
  createPostgresOwnDataReader(db, {
    profile: {
      from: 'profiles where member_id = $1',
      since: 'created_at',
      key: 'member_id',
      select: `bio, website, location, birthday::text, gender, relationship_status as "relationshipStatus", workplace, education,
        hometown, current_city as "currentCity", phone, interests, is_suggested as "isSuggested",
        is_in_directory as "isInDirectory", field_audiences as "fieldAudiences", created_at as "createdAt"`,
    },
    formerUsernames: {
      from: 'former_usernames where member_id = $1',
      key: 'username',
      select: 'username, kept_until as "keptUntil"',
    },
    follows: toEdgeKind('follows', 'to_id', 'from_id = $1 and edge.active'),
    followers: toEdgeKind('follows', 'from_id', 'to_id = $1 and edge.active'),
    followRequests: toEdgeKind('follow_requests', 'to_id', 'from_id = $1'),
    blocks: toEdgeKind('blocks', 'to_id', 'from_id = $1 and edge.active'),
    mutes: toEdgeKind('mutes', 'to_id', 'from_id = $1 and edge.active', ', edge.until'),
    mutedWords: {
      from: `muted_words list cross join jsonb_array_elements(list.words) with ordinality as word (value, place) where list.member_id = $1`,
      key: 'word.place',
      select: `word.value->>'text' as text, word.value->'in' as "in", word.value->>'until' as until`,
    },
    privacyExceptions: toEdgeKind('privacy_exceptions', 'to_id', 'from_id = $1 and edge.active', ', edge.exception'),
    reports: {
      from: 'reports where reporter_id = $1',
      since: 'created_at',
      key: 'id',
      select:
        'kind, target_id as "targetId", category, text, status, decision, rule, created_at as "filedAt", decided_at as "decidedAt"',
    },
    dismissedSuggestions: {
      from: 'dismissed_suggestions edge left join members other on other.id = edge.dismissed_id where edge.member_id = $1',
      since: 'edge.dismissed_at',
      key: 'edge.dismissed_id',
      select: `${OTHER}, edge.dismissed_at as at`,
    },
  })
