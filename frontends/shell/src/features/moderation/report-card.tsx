import type { ModerationReportView } from '@meadow/contracts/browser'
import {
  MAX_REPORT_NOTE_LENGTH,
  MAX_REPORT_RULE_LENGTH,
  REPORT_CATEGORIES,
  REPORT_DECISIONS,
  REPORT_KINDS,
} from '@meadow/contracts/report-limits'
import { getErrorDescription } from '@meadow/features'
import { Alert, Button, Card, SelectField, TextArea, TextField, Time, useNow } from '@meadow/ui'
import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { useState } from 'react'
import { Appeal } from './appeal.tsx'
import { MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { ReportActions } from './report-actions.tsx'
import { t } from './texts.ts'

type Evidence = NonNullable<ModerationReportView['evidence']>
type Decision = (typeof REPORT_DECISIONS)[number]

/** Shows a report with its evidence, and the decision or the form for it. */
export function ReportCard({ report }: { report: ModerationReportView }) {
  const { evidence, text, openReports, note, rule } = report
  const kind = REPORT_KINDS.find((known) => known === report.kind) ?? 'member'
  const category = REPORT_CATEGORIES.find((known) => known === report.category) ?? 'other'
  const decision = REPORT_DECISIONS.find((known) => known === report.decision)
  const nameOf = (member: { username: string } | null) => (member ? `@${member.username}` : t('moderation.someone'))
  return (
    <Card as="article" className={styles['report']}>
      <header>
        <h2>{t('moderation.heading', { kind: t(`moderation.${kind}`), category: t(`moderation.${category}`) })}</h2>
        <p className={styles['meta']}>
          {t('moderation.reportedBy', { reporter: nameOf(report.reporter), reported: nameOf(report.reported) })}
          {' · '}
          <Time at={report.createdAt} />
          {openReports > 1 && ` · ${t('moderation.openReports', { count: openReports })}`}
        </p>
      </header>
      {text && (
        <section>
          <h3>{t('moderation.words')}</h3>
          <p className="member-text">{text}</p>
        </section>
      )}
      <section>
        <h3>{t('moderation.evidence')}</h3>
        {evidence ? <ReportedContent evidence={evidence} /> : <p>{t('moderation.noEvidence')}</p>}
      </section>
      {report.status === 'open' && <ReportActions report={report} canHide={kind === 'post' || kind === 'comment'} />}
      {report.status === 'open' && (
        <DecisionForm report={report} canRemove={kind !== 'member'} isAuthorKnown={report.reported !== null} />
      )}
      {decision && (
        <p className={styles['meta']}>
          {t('moderation.decidedBy', { name: nameOf(report.decidedBy), decision: t(`moderation.${decision}`) })}
          {rule && ` · ${rule}`}
          {note && ` · ${note}`}
        </p>
      )}
      {report.appeal && <Appeal reportId={report._id} appeal={report.appeal} />}
      {decision === 'suspend' && report.reported && (
        <Suspension memberId={report.reported._id} until={report.suspendedUntil ?? null} />
      )}
    </Card>
  )
}

/** Says until when the member is suspended, with a button that ends it, while it lasts. */
function Suspension({ memberId, until }: { memberId: string; until: string | null }) {
  const now = useNow()
  const toast = useToast()
  const end = useMutation({
    mutationFn: () => api('DELETE /auth/suspensions/:id', { params: { id: memberId } }),
    onSuccess: () => toast({ tone: 'success', title: t('moderation.unsuspended') }),
  })
  if (end.isSuccess || (until !== null && new Date(until) <= now)) return null
  const time = until && new Date(until).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={styles['buttons']}>
      <p>{time ? t('moderation.suspendedUntil', { time }) : t('moderation.suspendedForever')}</p>
      {end.error && <Alert>{`${t('moderation.unsuspendFailed')}. ${getErrorDescription(end.error)}`}</Alert>}
      <Button variant="line" size="s" busy={end.isPending} onClick={() => end.mutate()}>
        {t('moderation.unsuspend')}
      </Button>
    </div>
  )
}

function ReportedContent({ evidence }: { evidence: Evidence }) {
  return (
    <>
      {evidence.context.map((quote) => (
        <blockquote key={quote.createdAt + quote.text} className={styles['context']}>
          <Quote {...quote} />
        </blockquote>
      ))}
      <blockquote className={styles['quote']}>
        <Quote {...evidence} />
        {evidence.pictures.map(({ url, alt }, index) =>
          url ? (
            <img key={url} src={url} alt={alt || t('moderation.picture', { number: index + 1 })} loading="lazy" />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes
            <p key={index}>{t('moderation.hiddenPicture', { alt: alt || t('moderation.noAlt') })}</p>
          ),
        )}
      </blockquote>
    </>
  )
}

const Quote = ({ author, text }: Pick<Evidence, 'author' | 'text'>) => (
  <p className="member-text">
    <bdi>@{author.username}</bdi> {text}
  </p>
)

type DecisionFormProps = { report: ModerationReportView; canRemove: boolean; isAuthorKnown: boolean }
const SUSPENSION_DAYS = ['1', '7', '30', '365'] as const
type SuspensionLength = (typeof SUSPENSION_DAYS)[number] | 'forever'

function DecisionForm({ report: { _id: reportId, note: storedNote }, canRemove, isAuthorKnown }: DecisionFormProps) {
  const [length, setLength] = useState<SuspensionLength>('7')
  const [rule, setRule] = useState('')
  const [note, setNote] = useState(storedNote)
  const cache = useQueryClient()
  const toast = useToast()
  const suspendDays = length === 'forever' ? null : Number(length)
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      api('POST /moderation/reports/:id', {
        params: { id: reportId },
        body: { decision, rule, note, ...(decision === 'suspend' && { suspendDays }) },
      }),
    onSuccess: () => toast({ tone: 'success', title: t('moderation.decided') }),
    onSettled: () => cache.invalidateQueries({ queryKey: MODERATION_KEY }),
  })
  const decisions: readonly Decision[] = [
    'dismiss',
    ...(canRemove ? (['remove'] as const) : []),
    ...(isAuthorKnown ? (['warn', 'suspend'] as const) : []),
  ]
  const lengths = [
    ...SUSPENSION_DAYS.map((value) => ({ value, label: t('moderation.days', { count: Number(value) }) })),
    { value: 'forever' as const, label: t('moderation.forever') },
  ]
  return (
    <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
      <TextField label={t('moderation.rule')} value={rule} onChange={setRule} maxLength={MAX_REPORT_RULE_LENGTH} />
      <TextArea
        label={t('moderation.note')}
        value={note}
        onChange={setNote}
        counter={{ max: MAX_REPORT_NOTE_LENGTH, from: 900 }}
      />
      {isAuthorKnown && (
        <SelectField label={t('moderation.suspendFor')} value={length} options={lengths} onChange={setLength} />
      )}
      {decide.error && <Alert>{`${t('moderation.decideFailed')}. ${getErrorDescription(decide.error)}`}</Alert>}
      <div className={styles['buttons']}>
        {decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'remove' || decision === 'suspend' ? 'danger' : 'line'}
            busy={decide.isPending && decide.variables === decision}
            disabled={decide.isPending}
            onClick={() => decide.mutate(decision)}
          >
            {t(`moderation.${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  )
}
