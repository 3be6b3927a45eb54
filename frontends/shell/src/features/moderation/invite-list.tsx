import { INVITE_LIMITS } from '@meadow/contracts/account-limits'
import { getErrorDescription } from '@meadow/features'
import { Alert, Button, Card, SelectField, Spinner, Tag, TextField } from '@meadow/ui'
import { type ApiResponse, api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { LoadError, MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

type Invite = ApiResponse<'GET /auth/invites'>['invites'][number]

const QUERY_KEY = [...MODERATION_KEY, 'invites']

/** Lists the invites, takes them back, and creates new ones. For admins. */
export function InviteList() {
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api('GET /auth/invites', { signal }),
    staleTime: 0,
  })
  const { data: registration } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => api('GET /auth/registration', { signal }),
    staleTime: 0,
  })
  if (!data) return error ? <LoadError onRetry={() => void refetch()} /> : <Spinner label={t('moderation.loading')} />
  return (
    <Card as="div" className={styles['report']}>
      {registration?.registration === 'open' && <Alert tone="info">{t('moderation.invitesOpen')}</Alert>}
      {registration?.registration === 'closed' && <Alert tone="info">{t('moderation.invitesClosed')}</Alert>}
      {data.invites.length === 0 ? (
        <p>{t('moderation.inviteNone')}</p>
      ) : (
        <ul className={styles['entries']}>
          {data.invites.map((invite) => (
            <InviteEntry key={invite._id} invite={invite} />
          ))}
        </ul>
      )}
      <InviteForm />
    </Card>
  )
}

function InviteEntry({ invite }: { invite: Invite }) {
  const { _id, note, uses, maxUses, createdBy, expiresAt, isUsable } = invite
  const cache = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api('DELETE /auth/invites/:id', { params: { id: _id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: QUERY_KEY }),
  })
  const name = note || t('moderation.inviteWithoutNote')
  const date = new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: 'medium' })
  return (
    <li className={styles['entry']}>
      <div>
        <p>
          <bdi>{name}</bdi> {!isUsable && <Tag>{t('moderation.inviteUsedUp')}</Tag>}
        </p>
        <p className={styles['meta']}>
          {t('moderation.inviteUses', { count: maxUses, used: uses })}
          {' · '}
          {t('moderation.inviteUntil', { date })}
          {' · '}
          {t('moderation.inviteBy', { name: `@${createdBy}` })}
        </p>
        {revoke.error && <Alert>{`${t('moderation.inviteRevokeFailed')}. ${getErrorDescription(revoke.error)}`}</Alert>}
      </div>
      <Button
        variant="line"
        size="s"
        busy={revoke.isPending}
        onClick={() => revoke.mutate()}
        aria-label={t('moderation.inviteRevokeOne', { note: name })}
      >
        {t('moderation.inviteRevoke')}
      </Button>
    </li>
  )
}

const DAYS = ['1', '7', '30', '90'] as const

function InviteForm() {
  const [note, setNote] = useState('')
  const [people, setPeople] = useState('1')
  const [days, setDays] = useState<(typeof DAYS)[number]>('7')
  const cache = useQueryClient()
  const create = useMutation({
    mutationFn: () =>
      api('POST /auth/invites', { body: { note: note.trim(), maxUses: Number(people), days: Number(days) } }),
    onSuccess: () => setNote(''),
    onSettled: () => cache.invalidateQueries({ queryKey: QUERY_KEY }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <>
      <form className={styles['form']} onSubmit={submit}>
        <TextField
          label={t('moderation.inviteNote')}
          value={note}
          onChange={setNote}
          maxLength={INVITE_LIMITS.note}
          autoComplete="off"
        />
        <TextField
          label={t('moderation.invitePeople')}
          type="number"
          min={1}
          max={INVITE_LIMITS.uses}
          required
          value={people}
          onChange={setPeople}
        />
        <SelectField
          label={t('moderation.inviteDays')}
          value={days}
          options={DAYS.map((value) => ({ value, label: t('moderation.days', { count: Number(value) }) }))}
          onChange={setDays}
        />
        {create.error && <Alert>{`${t('moderation.inviteFailed')}. ${getErrorDescription(create.error)}`}</Alert>}
        <div className={styles['buttons']}>
          <Button type="submit" busy={create.isPending}>
            {t('moderation.inviteCreate')}
          </Button>
        </div>
      </form>
      {create.data && <NewLink token={create.data.token} />}
    </>
  )
}

/** Shows the link of a new invite, which no later response contains. */
function NewLink({ token }: { token: string }) {
  const toast = useToast()
  const link = `${location.origin}/signup?invite=${token}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ tone: 'success', title: t('moderation.inviteCopied') })
    } catch {
      toast({ tone: 'error', title: t('moderation.inviteNotCopied') }) // the clipboard needs https
    }
  }
  return (
    <div className={styles['form']} role="status">
      <TextField
        label={t('moderation.inviteLink')}
        hint={t('moderation.inviteLinkHint')}
        value={link}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
        readOnly
      />
      <div className={styles['buttons']}>
        <Button variant="soft" onClick={() => void copy()}>
          {t('moderation.inviteCopy')}
        </Button>
      </div>
    </div>
  )
}
