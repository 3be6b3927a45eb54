import type { ExceptedMemberView, MemberView, PrivacyException } from '@meadow/contracts/browser'
import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { t } from './member-menu-texts.ts'

/** The exception that chooses nothing: everything is as in the settings. */
export const NO_PRIVACY_EXCEPTION: PrivacyException = {
  showOnline: null,
  showLastSeen: null,
  showTyping: null,
  sendReadMarks: null,
}

/** The members for whom the viewer makes a privacy exception, newest first. */
type PrivacyExceptions = { exceptions: ExceptedMemberView[] }

/** `before` is the exception that is replaced, so that it comes back if the change is refused. */
type PrivacyExceptionData = { member: MemberView; exception: PrivacyException; before: PrivacyException }

/** Changes the privacy exception for a member, which ends without a choice. The later change for a member replaces the earlier one. */
export const privacyExceptionAction: OutboxKind<PrivacyExceptionData, ApiResponse<'PUT /users/:id/privacy'>> = {
  name: 'privacy-exception',
  plan: ({ member: { _id, username }, exception }) => ({
    lane: `member ${_id}`,
    replaceKey: `privacy-exception ${_id}`,
    requests: [{ call: 'PUT /users/:id/privacy', params: { id: _id }, body: exception }],
    description: t('waiting.privacy', { username }),
  }),
  show: (cache, { data: { member, exception } }) => cachePrivacyException(cache, member, exception),
  hide: (cache, { data: { member, before } }) => cachePrivacyException(cache, member, before),
  isShownIn: (queryKey) => queryKeys.privacyExceptions.every((part, index) => queryKey[index] === part),
  getSubject: ({ data: { member } }) => `member ${member._id}`,
  settle(cache, { data: { member } }, { exception }) {
    cachePrivacyException(cache, member, exception)
    void cache.invalidateQueries({ queryKey: queryKeys.profiles }) // they show presence
  },
  describeRefusal: (_refusal, { member: { username } }) => t('member.privacyFailed', { username }),
  onRefusal: 'drop',
}
registerOutboxKind(privacyExceptionAction)

/** Adds an exception to the cached ones, replaces it, or removes it if nothing is chosen. */
function cachePrivacyException(cache: QueryClient, member: MemberView, exception: PrivacyException): void {
  const isMade = Object.values(exception).some((choice) => choice !== null)
  cache.setQueryData<PrivacyExceptions>(queryKeys.privacyExceptions, (known) => {
    const others = known?.exceptions.filter(({ _id }) => _id !== member._id)
    return others && { exceptions: isMade ? [{ ...member, exception }, ...others] : others }
  })
}
