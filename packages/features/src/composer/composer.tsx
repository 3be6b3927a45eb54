import type { QuotedPostView } from '@meadow/contracts/browser'
import { MAX_POST_LENGTH } from '@meadow/contracts/limits'
import { Alert, Avatar, Button, ConfirmDialog, Dialog, readKey, Tag, TextArea } from '@meadow/ui'
import { useNavigate, useOutbox, useOutboxStatus, useSession, useToast, useUnsavedWork } from '@meadow/web'
import { Globe } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDraftText } from '../drafts/use-draft.ts'
import { type PublishPostActionData, UNDO_POST_MS } from '../posts/publish-post-action.ts'
import { PictureDropZone } from '../send-tray/picture-drop-zone.tsx'
import { SendTray } from '../send-tray/send-tray.tsx'
import { TrayPictureInput } from '../send-tray/tray-picture-input.tsx'
import { QuotedPost } from '../shares/quoted-post.tsx'
import { MentionField } from '../text/mention-field.tsx'
import { useBlockedReason } from '../waiting/use-blocked-reason.ts'
import styles from './composer.module.css'
import { ComposerFooter } from './composer-footer.tsx'
import { ComposerLinkPreview } from './composer-link-preview.tsx'
import { ComposerSettings } from './composer-settings.tsx'
import { DraftsDialog } from './drafts/drafts-dialog.tsx'
import { useDraftSync } from './drafts/use-draft-sync.ts'
import { t } from './texts.ts'
import { type PostDraft, usePostDraft, usePublishPost } from './use-publish-post.ts'
import { useSharedContent } from './use-shared-content.ts'
import { isVideoFile } from './video/check-video.ts'
import { ComposerVideo } from './video/composer-video.tsx'

const FORM_ID = 'create-post'
const COUNTER_FROM_LENGTH = MAX_POST_LENGTH - 500

/** What the composer opens with. */
export type ComposerRequest = {
  /** Opens the file picker at once. */
  withPicture?: boolean
  /** Opens the picker of a video at once. */
  withVideo?: boolean
  /** Pictures that are added to the draft. */
  files?: readonly File[]
  /** A post of the outbox that is to be edited. */
  editedEntryId?: string | undefined
  /** The post that is shared with a comment. */
  quoted?: QuotedPostView | undefined
}

export type ComposerProps = {
  /** The composer is open while there is a request. */
  request: ComposerRequest | undefined
  onClose: () => void
}

/** Shows an element that is below the visible part of a long draft. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' })

/** Moves the focus to the field of the text. */
const focusPrompt = (): void => document.querySelector<HTMLElement>(`#${FORM_ID} [data-autofocus]`)?.focus()

/** Create Post dialog, or that which shares a post with a comment. Pictures are picked, pasted, or dropped anywhere while it is open. Closing it keeps the draft. */
export function Composer({ request, onClose }: ComposerProps) {
  const open = request !== undefined
  const { user } = useSession()
  const [quoted, setQuoted] = useState(request?.quoted)
  if (request && request.quoted !== quoted) setQuoted(request.quoted) // it is still shown while the dialog closes
  const draft = usePostDraft(quoted)
  const isNewPost = open && !quoted
  useSharedContent(isNewPost, draft)
  const publication = usePublishPost(draft)
  const sync = useDraftSync(draft, isNewPost)
  const [isListingDrafts, setIsListingDrafts] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [isAskingForAlt, setIsAskingForAlt] = useState(false)
  const reminder = useAltReminder()
  const picker = useRef<HTMLInputElement>(null)
  const videoPicker = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const busy = publication.isPublishing
  const blockedReason = useBlockedReason()
  const { canStore } = useOutboxStatus()
  useUnloadWarning((draft.tray.pictures.length > 0 || draft.video !== undefined) && !canStore) // otherwise they survive it
  useUnsavedWork(!draft.isEmpty)

  const editWaitingPost = useEditWaitingPost(draft)
  const offerUndo = useOfferUndo(editWaitingPost, quoted)
  const handleRequest = useEffectEvent(({ withPicture, withVideo, files, editedEntryId }: ComposerRequest) => {
    if (withPicture) picker.current?.click()
    if (withVideo) videoPicker.current?.click()
    if (files) void draft.tray.add(files)
    if (editedEntryId !== undefined) void editWaitingPost(editedEntryId)
  })
  const handledRequest = useRef<ComposerRequest>(undefined) // StrictMode runs the effect twice
  useEffect(() => {
    if (!request || request === handledRequest.current) return
    handledRequest.current = request
    handleRequest(request)
  }, [request])

  const addVideo = async (file: File) => {
    if (file.size === 0 || (await isVideoFile(file))) draft.addVideo(file)
    else toast({ tone: 'error', title: t('composer.notVideo') })
  }
  const undescribed = draft.tray.pictures.filter(({ alt }) => alt.trim() === '').length
  const lacksCaptions = draft.video?.captions === ''
  const post = (event?: FormEvent) => {
    event?.preventDefault()
    if (reminder[0] && (undescribed > 0 || lacksCaptions)) setIsAskingForAlt(true)
    else publish()
  }
  const publish = () => {
    setIsAskingForAlt(false)
    if (blockedReason) return
    publication.publish((heldEntryId) => {
      onClose()
      if (heldEntryId !== undefined) offerUndo(heldEntryId)
    })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (readKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) post()
  }
  const discard = () => {
    setIsDiscarding(false)
    sync.discard()
    publication.clearError()
    onClose()
  }
  const title = t(quoted ? 'composer.quoteTitle' : 'composer.title')
  const prompt = t(quoted ? 'composer.quotePrompt' : 'composer.prompt')
  const footer = (
    <ComposerFooter
      formId={FORM_ID}
      draft={draft}
      isBlocked={blockedReason !== undefined}
      publication={publication}
      onPickPictures={() => picker.current?.click()}
      onPickVideo={quoted ? undefined : () => videoPicker.current?.click()}
      onDiscard={() => setIsDiscarding(true)}
    />
  )

  return (
    <PictureDropZone
      tray={draft.tray}
      label={title}
      disabled={busy || draft.video !== undefined}
      className={styles['zone']}
    >
      {(hint) => (
        <>
          <Dialog open={open} onClose={onClose} title={title} footer={footer} busy={busy}>
            <div className={styles['drop']}>
              {hint}
              <form id={FORM_ID} className={styles['form']} onSubmit={post} onKeyDown={handleKeyDown}>
                <div className={styles['author']}>
                  <Avatar name={user?.fullName ?? ''} src={user?.avatar} />
                  <div>
                    <div className={styles['name']}>{user?.fullName}</div>
                    <Tag tone="neutral" icon={<Globe aria-hidden="true" />}>
                      {t('composer.public')}
                    </Tag>
                  </div>
                  <div className={styles['drafts']}>
                    {!quoted && !draft.isBlank && !draft.video && (
                      <Button variant="plain" size="s" disabled={busy} onClick={sync.begin}>
                        {t('drafts.new')}
                      </Button>
                    )}
                    {!quoted && sync.drafts.length > 0 && !draft.video && (
                      <Button variant="line" size="s" disabled={busy} onClick={() => setIsListingDrafts(true)}>
                        {t('drafts.open', { count: sync.drafts.length })}
                      </Button>
                    )}
                  </div>
                </div>
                <MentionField>
                  <TextArea
                    variant="bare"
                    label={prompt}
                    hideLabel
                    placeholder={prompt}
                    value={draft.text}
                    onChange={draft.setText}
                    maxHeight={320}
                    lang={draft.settings.language}
                    counter={{ max: MAX_POST_LENGTH, from: COUNTER_FROM_LENGTH }}
                    disabled={busy || blockedReason !== undefined}
                    data-autofocus
                  />
                </MentionField>
                <div className={styles['tray']}>
                  <SendTray tray={draft.tray} disabled={busy} />
                </div>
                {draft.video && !quoted && (
                  <ComposerVideo
                    video={draft.video}
                    disabled={busy}
                    onRead={draft.setRead}
                    onCaptions={draft.setCaptions}
                    onRemove={() => {
                      draft.removeVideo()
                      focusPrompt() // the pressed button is gone
                    }}
                  />
                )}
                {!quoted && draft.tray.pictures.length === 0 && !draft.video && (
                  <ComposerLinkPreview draft={draft} disabled={busy} />
                )}
                {quoted && (
                  <div className={styles['quoted']}>
                    <QuotedPost post={quoted} isPreview />
                  </div>
                )}
                <ComposerSettings draft={draft} reminder={reminder} disabled={busy} />
                {draft.hasTooMuch && <Alert>{t('composer.tooMuch')}</Alert>}
                {blockedReason && <Alert tone="info">{blockedReason}</Alert>}
                {publication.error && !busy && (
                  <div ref={scrollIntoView} className={styles['failure']}>
                    <Alert>{publication.error}</Alert>
                    <Button variant="line" size="s" onClick={() => post()}>
                      {t('tryAgain')}
                    </Button>
                  </div>
                )}
              </form>
              <TrayPictureInput ref={picker} tray={draft.tray} disabled={busy} />
            </div>
          </Dialog>
          <input
            ref={videoPicker}
            type="file"
            accept="video/*"
            aria-label={t('composer.addVideo')}
            hidden
            disabled={busy}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = '' // allows the same file again after it was removed
              if (file) void addVideo(file)
            }}
          />
          <DraftsDialog
            isOpen={open && isListingDrafts}
            drafts={sync.drafts}
            onClose={() => setIsListingDrafts(false)}
            onOpenDraft={(listed) => {
              setIsListingDrafts(false)
              void sync.open(listed)
            }}
            onRemove={sync.remove}
          />
          <ConfirmDialog
            open={open && isAskingForAlt}
            title={t(lacksCaptions ? 'composer.captionTitle' : 'composer.describeTitle')}
            text={lacksCaptions ? t('composer.captionText') : t('composer.describeText', { count: undescribed })}
            confirmLabel={t('composer.postAnyway')}
            onConfirm={publish}
            onCancel={() => setIsAskingForAlt(false)}
          />
          <ConfirmDialog
            open={open && isDiscarding}
            title={t('composer.discardTitle')}
            text={t(draft.video ? 'composer.discardVideoText' : 'composer.discardText')}
            confirmLabel={t('composer.discard')}
            tone="danger"
            onConfirm={discard}
            onCancel={() => setIsDiscarding(false)}
          />
        </>
      )}
    </PictureDropZone>
  )
}

/**
 * Returns a function that takes a post that was not sent out of the outbox into the composer. A text that the member has begun
 * since comes after it. It returns false if it is too late.
 */
function useEditWaitingPost(draft: PostDraft): (entryId: string) => Promise<boolean> {
  const outbox = useOutbox()
  const toast = useToast()
  return async (entryId) => {
    const entry = await outbox.takeBack(entryId)
    if (!entry) toast({ tone: 'info', title: t('composer.tooLate') })
    if (!entry) return false
    draft.putBack(entry.data as PublishPostActionData)
    return true
  }
}

/** Returns a function that offers to take a post back as long as it is held. */
function useOfferUndo(
  takeBack: (entryId: string) => Promise<boolean>,
  quoted: QuotedPostView | undefined,
): (entryId: string) => void {
  const toast = useToast()
  const navigate = useNavigate()
  return (entryId) =>
    toast({
      tone: 'info',
      title: t('composer.held', { count: UNDO_POST_MS / 1_000 }),
      action: {
        label: t('composer.undo'),
        onSelect: async () => (await takeBack(entryId)) && navigate('/home', { state: { compose: true, quoted } }),
      },
    })
}

/** Returns if the member wants to be reminded of descriptions of pictures, and a function that changes it. It is kept on this device. */
function useAltReminder(): readonly [boolean, (isOn: boolean) => void] {
  const [stored, store] = useDraftText('describe-pictures')
  return [stored !== '', (isOn) => store(isOn ? 'on' : '')]
}

/** Lets the browser ask before it leaves or reloads the page while `isActive`. */
function useUnloadWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])
}
