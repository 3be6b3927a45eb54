import { Button, Skeleton } from '@meadow/ui'
import { type ApiResponse, api, useQuery } from '@meadow/web'
import styles from './settings.module.css'
import { t } from './texts.ts'

type DataCall =
  | 'GET /auth/data'
  | 'GET /users/data'
  | 'GET /posts/data'
  | 'GET /posts/notifications/data'
  | 'GET /messages/data'

const SERVICES: { call: DataCall; title: string }[] = [
  { call: 'GET /auth/data', title: t('settings.mapAuth') },
  { call: 'GET /users/data', title: t('settings.mapSocial') },
  { call: 'GET /posts/data', title: t('settings.mapPosts') },
  { call: 'GET /messages/data', title: t('settings.mapChat') },
  { call: 'GET /posts/notifications/data', title: t('settings.mapNotify') },
]

const KIND_NAMES: Record<string, string> = {
  account: t('settings.map.account'),
  sessions: t('settings.map.sessions'),
  devices: t('settings.map.devices'),
  providers: t('settings.map.providers'),
  mails: t('settings.map.mails'),
  invites: t('settings.map.invites'),
  formerUsernames: t('settings.map.formerUsernames'),
  authenticatorApps: t('settings.map.authenticatorApps'),
  passkeys: t('settings.map.passkeys'),
  profile: t('settings.map.profile'),
  follows: t('settings.map.follows'),
  followers: t('settings.map.followers'),
  followRequests: t('settings.map.followRequests'),
  blocks: t('settings.map.blocks'),
  mutes: t('settings.map.mutes'),
  mutedWords: t('settings.map.mutedWords'),
  privacyExceptions: t('settings.map.privacyExceptions'),
  reports: t('settings.map.reports'),
  dismissedSuggestions: t('settings.map.dismissedSuggestions'),
  posts: t('settings.map.posts'),
  earlierTexts: t('settings.map.earlierTexts'),
  comments: t('settings.map.comments'),
  likes: t('settings.map.likes'),
  commentLikes: t('settings.map.commentLikes'),
  pinnedPosts: t('settings.map.pinnedPosts'),
  bookmarks: t('settings.map.bookmarks'),
  drafts: t('settings.map.drafts'),
  discoverExclusions: t('settings.map.discoverExclusions'),
  pictures: t('settings.map.pictures'),
  videos: t('settings.map.videos'),
  mutedContent: t('settings.map.mutedContent'),
  viewedPosts: t('settings.map.viewedPosts'),
  readingPositions: t('settings.map.readingPositions'),
  followedTags: t('settings.map.followedTags'),
  notifications: t('settings.map.notifications'),
  pushSubscriptions: t('settings.map.pushSubscriptions'),
  notificationPreferences: t('settings.map.notificationPreferences'),
  messages: t('settings.map.messages'),
  reactions: t('settings.map.reactions'),
  voicePlays: t('settings.map.voicePlays'),
  hiddenMessages: t('settings.map.hiddenMessages'),
  messageDrafts: t('settings.map.messageDrafts'),
  messageStars: t('settings.map.messageStars'),
  conversations: t('settings.map.conversations'),
  groupInvitations: t('settings.map.groupInvitations'),
}

/** Part of 'My data' with how much each service holds about the member. Services do not call each other: the page asks each of them. */
export function DataMap() {
  return (
    <section className={styles['form']} aria-labelledby="data-map">
      <div className={styles['labels']}>
        <h2 id="data-map">{t('settings.map')}</h2>
        <p>{t('settings.mapText')}</p>
      </div>
      <div className={styles['map']}>
        {SERVICES.map((service) => (
          <ServiceData key={service.call} {...service} />
        ))}
      </div>
    </section>
  )
}

/** The data of one service, loaded by itself: a service that does not respond leaves the others readable. */
function ServiceData({ call, title }: { call: DataCall; title: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['own-data', call],
    queryFn: ({ signal }) => api(call, { signal }),
  })
  return (
    <section aria-label={title} aria-busy={!data && !error}>
      <h3>{title}</h3>
      {data && <KindList kinds={data.kinds} />}
      {!data && !error && <Skeleton width="70%" />}
      {!data && error && (
        <div className={styles['counts']} role="alert">
          <p>{t('settings.mapFailed')}</p>
          <Button variant="soft" size="s" onClick={() => void refetch()}>
            {t('app.retry')}
          </Button>
        </div>
      )}
    </section>
  )
}

function KindList({ kinds }: { kinds: ApiResponse<DataCall>['kinds'] }) {
  return (
    <dl className={styles['counts']}>
      {kinds.map(({ kind, count, since }) => (
        <div key={kind}>
          <dt>{KIND_NAMES[kind] ?? kind /* of a newer service */}</dt>
          <dd>
            {count.toLocaleString()}
            {since && <div>{t('settings.mapSince', { date: formatDate(since) })}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const formatDate = (time: string): string => new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })
