import { MAX_REPORT_TEXT_LENGTH, REPORT_CATEGORIES } from '@meadow/contracts/report-limits'
import { countStoredCharacters } from '@meadow/contracts/visible-text'
import { Button, Dialog, SelectField, TextArea } from '@meadow/ui'
import { useOutbox, useToast } from '@meadow/web'
import { type FormEvent, useId, useState } from 'react'
import { useBlock } from '../members/use-block.tsx'
import { type ReportCategory, type ReportTarget, reportAction } from './report-action.ts'
import styles from './report-dialog.module.css'
import { t } from './report-texts.ts'

export type ReportDialogProps = { target: ReportTarget; isOpen: boolean; onClose: () => void }

/** Asks for the category of a report and for words about it. Thanks at once, and offers to block the member. */
export function ReportDialog({ target, isOpen, onClose }: ReportDialogProps) {
  const { kind, id: targetId, member } = target
  const { username } = member
  const outbox = useOutbox()
  const toast = useToast()
  const block = useBlock(member)
  const formId = useId()
  const [category, setCategory] = useState<ReportCategory>('spam')
  const [text, setText] = useState('')
  const isTooLong = countStoredCharacters(text) > MAX_REPORT_TEXT_LENGTH

  const close = () => {
    setCategory('spam')
    setText('')
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong) return
    void outbox.add(reportAction, { kind, targetId, username, category, text: text.trim() })
    toast({
      tone: 'success',
      title: t('report.thanks'),
      text: t('report.thanksText'),
      action: { label: t('report.block', { username }), onSelect: () => block(true) },
    })
    close()
  }
  const buttons = (
    <>
      <Button variant="quiet" onClick={close}>
        {t('report.cancel')}
      </Button>
      <Button type="submit" form={formId} disabled={isTooLong}>
        {t('report.send')}
      </Button>
    </>
  )
  const title = t(`report.${kind}`, { username })
  return (
    <Dialog open={isOpen} onClose={close} title={title} footer={buttons}>
      <form id={formId} className={styles['form']} onSubmit={send}>
        <p>{t(kind === 'message' ? 'report.messageIntro' : 'report.intro', { username })}</p>
        <SelectField
          label={t('report.category')}
          value={category}
          options={REPORT_CATEGORIES.map((value) => ({ value, label: t(`report.${value}`) }))}
          onChange={setCategory}
          data-autofocus
        />
        <TextArea
          label={t('report.text')}
          value={text}
          onChange={setText}
          counter={{ max: MAX_REPORT_TEXT_LENGTH, from: 400 }}
        />
      </form>
    </Dialog>
  )
}
