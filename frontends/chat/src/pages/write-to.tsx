import type { MemberView } from '@meadow/contracts'
import { useState } from 'react'
import { useDraft } from '../data/use-draft.ts'
import { t } from '../texts.ts'
import { Write, type WriteProps } from './write.tsx'

type WriteToProps = Pick<WriteProps, 'writing' | 'messages'> & { member: MemberView; onTyping: () => void }

/** Where one writes to a member. What is typed is known in here only, so that a key renders no conversation anew. */
export function WriteTo({ member, onTyping, ...rest }: WriteToProps) {
  const { _id: userId, fullName } = member
  const { draft, setDraft } = useDraft(userId)
  return (
    <Write
      userId={userId}
      label={t('composer.label', { name: fullName })}
      placeholder={t('composer.placeholder', { name: fullName.split(' ')[0] ?? fullName })}
      text={draft}
      onText={(text) => {
        setDraft(text)
        if (text) onTyping()
      }}
      atOnce
      {...rest}
    />
  )
}

/** The same in a thread, where a text that is not sent is not kept. */
export function WriteInThread(props: Pick<WriteProps, 'userId' | 'threadId' | 'writing' | 'messages'>) {
  const [text, setText] = useState('')
  return (
    <Write
      label={t('composer.threadLabel')}
      placeholder={t('composer.threadPlaceholder')}
      text={text}
      onText={setText}
      {...props}
    />
  )
}
