import type { MemberView, PrivacyException } from '@meadow/contracts/browser'
import { Button, Dialog, type MenuItem, SelectField } from '@meadow/ui'
import { api, useOutbox, useQuery, useToast } from '@meadow/web'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { queryKeys } from '../cache/query-keys.ts'
import { useIsFollowing } from './is-following.ts'
import { t } from './member-menu-texts.ts'
import styles from './members.module.css'
import { NO_PRIVACY_EXCEPTION, privacyExceptionAction } from './privacy-exception-action.ts'
import { toMember } from './to-member.ts'

const SIGNALS = ['showOnline', 'showLastSeen', 'showTyping', 'sendReadMarks'] as const

const CHOICES = [
  { value: 'settings', label: t('member.asInSettings'), choice: null },
  { value: 'always', label: t('member.alwaysShown'), choice: true },
  { value: 'never', label: t('member.neverShown'), choice: false },
] as const

/** Fetches the members for whom the viewer makes a privacy exception, newest first. */
export const usePrivacyExceptions = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: queryKeys.privacyExceptions,
    queryFn: ({ signal }) => api('GET /users/privacy/exceptions', { signal }),
    staleTime: 60_000, // pushes renew it
    enabled,
  })

/**
 * Returns a function that replaces the viewer's privacy exception for a member; `before` is the previous one. The screen changes at once;
 * the outbox sends the change.
 */
export function useSetPrivacyException(
  member: MemberView,
): (change: { exception: PrivacyException; before: PrivacyException }) => void {
  const outbox = useOutbox()
  const isFollowing = useIsFollowing(member)
  return (change) =>
    void outbox.add(privacyExceptionAction, { member: { ...toMember(member), isFollowing }, ...change })
}

/** Returns the menu item that opens the privacy exception for a member, and its dialog, to be rendered beside the menu. */
export function usePrivacyExceptionMenuItem(member: MemberView): { item: MenuItem; dialog: ReactNode } {
  const { username } = member
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = usePrivacyExceptions({ enabled: isOpen })
  const close = () => setIsOpen(false)
  const existing = data?.exceptions.find(({ _id }) => _id === member._id)
  return {
    item: {
      label: t('member.privacy', { username }),
      icon: <EyeOff aria-hidden="true" />,
      onSelect: () => setIsOpen(true),
    },
    dialog: (
      <Dialog open={isOpen} title={t('member.privacy', { username })} onClose={close}>
        <p>{t('member.privacyText')}</p>
        {data && (
          <PrivacyExceptionForm member={member} before={existing?.exception ?? NO_PRIVACY_EXCEPTION} onDone={close} />
        )}
        {isError && !data && <p role="alert">{t('member.privacyUnknown')}</p>}
      </Dialog>
    ),
  }
}

type PrivacyExceptionFormProps = { member: MemberView; before: PrivacyException; onDone: () => void }

/** A select for each of the four signals. If the viewer never shows that they are online, 'last active' is never shown either. */
function PrivacyExceptionForm({ member, before, onDone }: PrivacyExceptionFormProps) {
  const [exception, setException] = useState(before)
  const setPrivacyException = useSetPrivacyException(member)
  const toast = useToast()
  const save = () => {
    setPrivacyException({ exception, before })
    toast({ tone: 'info', title: t('member.privacySaved', { username: member.username }) })
    onDone()
  }
  return (
    <form
      className={styles['durations']}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {SIGNALS.map((signal, index) => {
        // the choice for 'last active' is ignored, but kept, while 'online' is never shown
        const isImplied = signal === 'showLastSeen' && exception.showOnline === false
        const chosen = isImplied ? false : exception[signal]
        return (
          <SelectField
            key={signal}
            label={t(`member.${signal}`)}
            value={CHOICES.find(({ choice }) => choice === chosen)?.value ?? 'settings'}
            options={CHOICES}
            disabled={isImplied}
            data-autofocus={index === 0 || undefined}
            onChange={(value) =>
              setException({
                ...exception,
                [signal]: CHOICES.find((option) => option.value === value)?.choice ?? null,
              })
            }
          />
        )
      })}
      <Button type="submit">{t('member.savePrivacy')}</Button>
    </form>
  )
}
