import { getErrorDescription } from '@meadow/features'
import { Alert, Button, Card, Spinner, TextArea } from '@meadow/ui'
import { ApiError, type ApiResponse, api, useMutation, useQuery, useQueryClient, useToast } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { LoadError, MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

type Refusals = ApiResponse<'GET /auth/refusals'>

const QUERY_KEY = [...MODERATION_KEY, 'refusals']

/** Shows and changes what this installation refuses. For admins. */
export function RefusalForm() {
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api('GET /auth/refusals', { signal }),
    staleTime: Number.POSITIVE_INFINITY, // a change of another admin must not replace what is typed here
    gcTime: 0,
  })
  if (!data) return error ? <LoadError onRetry={() => void refetch()} /> : <Spinner label={t('moderation.loading')} />
  return <RefusalFields key={data.version} refusals={data} onReload={() => void refetch()} />
}

const toLines = (entries: readonly string[]) => entries.join('\n')
const toEntries = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function RefusalFields({ refusals, onReload }: { refusals: Refusals; onReload: () => void }) {
  const [words, setWords] = useState(toLines(refusals.words))
  const [domains, setDomains] = useState(toLines(refusals.emailDomains))
  const [emails, setEmails] = useState(toLines(refusals.emails))
  const cache = useQueryClient()
  const toast = useToast()
  const save = useMutation({
    mutationFn: () =>
      api('PUT /auth/refusals', {
        body: {
          version: refusals.version,
          words: toEntries(words),
          emailDomains: toEntries(domains).map((domain) => domain.replace(/^(?:\*\.|@)+/, '')),
          emails: toEntries(emails),
        },
      }),
    onSuccess: (saved) => {
      cache.setQueryData(QUERY_KEY, saved)
      toast({ tone: 'success', title: t('moderation.refusalsSaved') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const isOutdated = save.error instanceof ApiError && save.error.code === 'refusals_changed'
  return (
    <Card as="div" className={styles['report']}>
      <form className={styles['form']} onSubmit={submit}>
        <p>{t('moderation.refusalsText')}</p>
        <TextArea
          label={t('moderation.refusedWords')}
          hint={t('moderation.refusedWordsHint')}
          value={words}
          onChange={setWords}
          spellCheck={false}
          rows={4}
        />
        <TextArea
          label={t('moderation.refusedDomains')}
          hint={t('moderation.refusedDomainsHint')}
          value={domains}
          onChange={setDomains}
          spellCheck={false}
          rows={2}
        />
        <TextArea
          label={t('moderation.refusedEmails')}
          value={emails}
          onChange={setEmails}
          spellCheck={false}
          rows={2}
        />
        {save.error && <Alert>{`${t('moderation.refusalsFailed')}. ${getErrorDescription(save.error)}`}</Alert>}
        <div className={styles['buttons']}>
          <Button type="submit" busy={save.isPending}>
            {t('moderation.refusalsSave')}
          </Button>
          {isOutdated && (
            <Button variant="line" onClick={onReload}>
              {t('moderation.refusalsReload')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
