import type { PostView } from '@meadow/contracts/browser'
import { useToast } from '@meadow/web'
import { t } from './share-texts.ts'

/** Returns an action that copies the code by which other sites show a post. It refuses posts that guests cannot see. */
export function useCopyEmbedCode(post: PostView): () => Promise<void> {
  const toast = useToast()
  return async () => {
    const path = `/embed/post/${post._id}`
    // Without cookies and token, as other sites read it. Offline nobody knows, so the code is copied.
    const response = await fetch(path, { method: 'HEAD', credentials: 'omit' }).catch(() => undefined)
    if (response?.status === 404)
      return toast({ tone: 'info', title: t('share.notPublic'), text: t('share.notPublicText') })
    const code = toEmbedCode(post, new URL(path, location.origin).href)
    try {
      await navigator.clipboard.writeText(code)
      toast({ tone: 'success', title: t('share.embedCopied') })
    } catch {
      toast({ tone: 'info', title: t('share.embedNotCopied'), text: code }) // the clipboard needs https
    }
  }
}

/** The browser escapes the name of the author. A frame outside a document loads nothing. */
function toEmbedCode({ user }: PostView, address: string): string {
  const frame = document.createElement('iframe')
  const attributes = {
    src: address,
    title: t('share.embedTitle', { name: user.fullName }),
    width: '550',
    height: '400',
    loading: 'lazy',
    style: 'border:1px solid #8888;border-radius:14px;max-width:100%',
  }
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
  return frame.outerHTML
}
