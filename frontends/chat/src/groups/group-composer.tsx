import type { GroupView } from '@meadow/contracts/browser'
import { useDraftText, useSendTray } from '@meadow/features'
import { useOutboxStatus } from '@meadow/web'
import { useIsOnline } from '../data/use-is-online.ts'
import { Composer } from '../features/composer/composer.tsx'
import { toDraftName } from '../pages/draft-name.ts'
import { t } from './texts.ts'

/** Groups take texts only. */
const NO_PICTURES = { maxPictures: 0, maxBytes: 0 }

type GroupComposerProps = { group: GroupView; onSend: (text: string) => void }

/** The text field of a group. It holds the draft itself, so that typing does not render the messages again. */
export function GroupComposer({ group, onSend }: GroupComposerProps) {
  const [text, setText] = useDraftText(toDraftName(group._id))
  const tray = useSendTray(NO_PICTURES)
  const { canStore } = useOutboxStatus()
  const isOnline = useIsOnline()
  return (
    <Composer
      label={t('composer.label', { name: group.name })}
      placeholder={t('composer.placeholder')}
      text={text}
      onText={setText}
      disabled={!isOnline && !canStore}
      mode={undefined}
      onCancelMode={ignore}
      onSend={(parts) => {
        parts.forEach(onSend)
        setText('')
      }}
      tray={tray}
      onSendVoice={ignore}
      onEditLast={ignore}
      focusOnMount
      isTextOnly
    />
  )
}

const ignore = () => undefined
