import { MAX_LEGAL_LENGTH } from '@meadow/contracts/limits'
import { getErrorDescription, useDraftText } from '@meadow/features'
import { Alert, Button, ConfirmDialog, Tabs, TextArea } from '@meadow/ui'
import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { type FormEvent, useState } from 'react'
import { type DEFAULT_NOTICES, toNoticeDraftName } from './default-notices.ts'
import styles from './legal.module.css'
import { Markdown } from './markdown.tsx'
import { t } from './texts.ts'

type NoticeFormProps = {
  notice: keyof typeof DEFAULT_NOTICES
  /** The text that everyone reads now. */
  publishedText: string
  /** The version of that text; null for the text that Meadow brings. */
  publishedId: string | null
  onClose: () => void
}

/** Loads with the form: each chunk more would make the first download longer. */
export { Markdown }

/**
 * Form in which an admin publishes a new version of a notice. What is typed stays until it is published or discarded. If another admin
 * has published a version since, the form shows both texts before it publishes.
 */
export function NoticeForm({ notice, publishedText, publishedId, onClose }: NoticeFormProps) {
  const { text, basedOn, isChanged, change, discard } = useNoticeDraft(notice, publishedText, publishedId)
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [isDiscarding, setIsDiscarding] = useState(false)
  const cache = useQueryClient()
  const toast = useToast()
  const publish = useMutation({
    mutationFn: () => api('PUT /auth/legal/:notice', { params: { notice }, body: { text, basedOn } }),
    onSuccess: () => {
      discard()
      onClose()
      toast({ tone: 'success', title: t('legal.published') })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['legal', notice] }), // also shows what another admin has published
  })
  const isOutdated = basedOn !== publishedId
  const submit = (event: FormEvent) => {
    event.preventDefault()
    publish.mutate()
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      {isOutdated && (
        <>
          <Alert>{t('legal.outdated')}</Alert>
          <TextArea label={t('legal.publishedText')} value={publishedText} onChange={() => {}} readOnly />
        </>
      )}
      <Tabs
        label={t('legal.views')}
        tabs={[
          { value: 'write', label: t('legal.write') },
          { value: 'preview', label: t('legal.preview') },
        ]}
        value={view}
        onChange={setView}
      >
        <div className={styles['view']}>
          {view === 'write' ? (
            <TextArea
              label={isOutdated ? t('legal.yourText') : t('legal.text')}
              hint={t('legal.textHint')}
              value={text}
              onChange={(changed) => change(changed, basedOn)}
              maxLength={MAX_LEGAL_LENGTH}
              counter={{ max: MAX_LEGAL_LENGTH, from: MAX_LEGAL_LENGTH - 1_000 }}
              maxHeight={560}
              rows={12}
            />
          ) : (
            <div className={styles['notice']}>
              <Markdown text={text} />
            </div>
          )}
        </div>
      </Tabs>
      {publish.error && !isOutdated && (
        <Alert>{`${t('legal.publishFailed')}. ${getErrorDescription(publish.error)}`}</Alert>
      )}
      <div className={styles['buttons']}>
        {isOutdated ? (
          <Button key="keep" onClick={() => change(text, publishedId)}>
            {t('legal.keepMine')}
          </Button>
        ) : (
          // an element of its own: the click that keeps a text must not submit it
          <Button key="publish" type="submit" busy={publish.isPending} disabled={!isChanged || text.trim() === ''}>
            {t('legal.publish')}
          </Button>
        )}
        <Button variant="line" onClick={onClose}>
          {t('legal.close')}
        </Button>
        {isChanged && (
          <Button variant="quiet" onClick={() => setIsDiscarding(true)}>
            {t('legal.discard')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isDiscarding}
        title={t('legal.discardTitle')}
        text={t('legal.discardText')}
        confirmLabel={t('legal.discard')}
        tone="danger"
        onConfirm={() => {
          setIsDiscarding(false)
          discard()
        }}
        onCancel={() => setIsDiscarding(false)}
      />
    </form>
  )
}

/** The draft of a notice: a line with the version on which it is based, empty for the text that Meadow brings, then the text. */
function useNoticeDraft(notice: NoticeFormProps['notice'], publishedText: string, publishedId: string | null) {
  const [draft, setDraft] = useDraftText(toNoticeDraftName(notice))
  const end = draft.indexOf('\n')
  const text = end < 0 ? publishedText : draft.slice(end + 1)
  return {
    text,
    basedOn: end < 0 ? publishedId : draft.slice(0, end) || null,
    isChanged: text !== publishedText,
    change: (changed: string, basedOn: string | null) => setDraft(`${basedOn ?? ''}\n${changed}`),
    discard: () => setDraft(''),
  }
}
