import { getErrorDescription } from '@meadow/features'
import { Alert, Button, Card, TextField } from '@meadow/ui'
import { api, useMutation, useQuery, useQueryClient } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

/** Says by which rule a member gets the verified badge, lists those who have it, and gives or takes it. For admins. */
export function BadgeForm() {
  const queryKey = [...MODERATION_KEY, 'badges']
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /moderation/badges', { signal }),
    staleTime: 0,
  })
  const cache = useQueryClient()
  const [username, setUsername] = useState('')
  const save = useMutation({
    mutationFn: (badge: { username: string; isVerified: boolean }) => api('PUT /moderation/badges', { body: badge }),
    onSuccess: () => setUsername(''),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ username: username.trim().replace(/^@/, ''), isVerified: true })
  }
  return (
    <Card as="div" className={styles['report']}>
      <p>{t('moderation.badgeRule')}</p>
      <ul className={styles['entries']}>
        {data?.members.map((member) => (
          <li key={member._id} className={styles['buttons']}>
            <span>
              <bdi>{member.fullName}</bdi> <bdi className={styles['meta']}>@{member.username}</bdi>
            </span>
            <Button
              variant="line"
              size="s"
              aria-label={t('moderation.takeBadgeOf', { name: member.fullName })}
              disabled={save.isPending}
              onClick={() => save.mutate({ username: member.username, isVerified: false })}
            >
              {t('moderation.takeBadge')}
            </Button>
          </li>
        ))}
      </ul>
      <form className={styles['form']} onSubmit={submit}>
        <TextField label={t('moderation.username')} value={username} onChange={setUsername} autoCapitalize="none" />
        {save.error && <Alert>{`${t('moderation.badgeFailed')}. ${getErrorDescription(save.error)}`}</Alert>}
        <div className={styles['buttons']}>
          <Button type="submit" busy={save.isPending} disabled={username.trim() === ''}>
            {t('moderation.giveBadge')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
