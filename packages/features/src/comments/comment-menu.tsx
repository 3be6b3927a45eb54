import type { CommentView } from '@meadow/contracts/browser'
import { Menu } from '@meadow/ui'
import { Ellipsis } from 'lucide-react'
import { useBlockMenuItem } from '../members/use-block.tsx'
import { useReportMenuItem } from '../reports/use-report.tsx'
import { t } from '../texts.ts'

/** Open menu of another member's comment: block its author, report it. */
export function CommentMenu({ comment }: { comment: CommentView }) {
  const block = useBlockMenuItem(comment.user)
  const report = useReportMenuItem({ kind: 'comment', id: comment._id, member: comment.user })
  return (
    <>
      <Menu label={t('comment.options')} icon={<Ellipsis />} items={[block.item, report.item]} isInitiallyOpen />
      {block.dialog}
      {report.dialog}
    </>
  )
}
