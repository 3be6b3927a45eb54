import { getErrorDescription } from '@meadow/features'
import { Alert, Button, Card, SelectField, TextField } from '@meadow/ui'
import { api, useMutation, useQuery, useQueryClient } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

const ROLE_LABELS = {
  member: t('moderation.roleMember'),
  moderator: t('moderation.roleModerator'),
  admin: t('moderation.roleAdmin'),
}
type Role = keyof typeof ROLE_LABELS

/** Lists moderators and admins, and gives a member a role or takes it back. For admins. */
export function RoleForm() {
  const queryKey = [...MODERATION_KEY, 'roles']
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api('GET /auth/roles', { signal }), staleTime: 0 })
  const cache = useQueryClient()
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('moderator')
  const save = useMutation({
    mutationFn: () => api('PUT /auth/roles', { body: { username: username.trim().replace(/^@/, ''), role } }),
    onSuccess: () => setUsername(''),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Card as="div" className={styles['report']}>
      <ul className={styles['entries']}>
        {data?.members.map((member) => (
          <li key={member._id}>
            <bdi>{member.fullName}</bdi> <bdi className={styles['meta']}>@{member.username}</bdi> ·{' '}
            {member.role === 'admin' ? ROLE_LABELS.admin : ROLE_LABELS.moderator}
          </li>
        ))}
      </ul>
      <form className={styles['form']} onSubmit={submit}>
        <TextField label={t('moderation.username')} value={username} onChange={setUsername} autoCapitalize="none" />
        <SelectField
          label={t('moderation.role')}
          value={role}
          options={(['member', 'moderator', 'admin'] as const).map((value) => ({ value, label: ROLE_LABELS[value] }))}
          onChange={setRole}
          hint={t('moderation.roleText')}
        />
        {save.error && <Alert>{`${t('moderation.roleFailed')}. ${getErrorDescription(save.error)}`}</Alert>}
        <div className={styles['buttons']}>
          <Button type="submit" busy={save.isPending} disabled={username.trim() === ''}>
            {t('moderation.roleSave')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
