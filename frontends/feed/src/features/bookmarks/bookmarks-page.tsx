import { PAGE_SIZE } from '@meadow/contracts/limits'
import {
  BackBar,
  bookmarkKeys,
  ListEnd,
  PostList,
  type PostListSource,
  SidebarLayout,
  useBookmarkFolders,
} from '@meadow/features'
import { Card, Chips, EmptyState } from '@meadow/ui'
import { api, useDocumentTitle } from '@meadow/web'
import { useState } from 'react'
import styles from './bookmarks.module.css'
import { t } from './texts.ts'

const createSource = (folder: string): PostListSource => ({
  queryKey: bookmarkKeys.posts(folder),
  fetchPage: ({ cursor, signal }) =>
    api('GET /posts/bookmarks', { query: { ...(folder && { folder }), limit: PAGE_SIZE.posts, cursor }, signal }),
})

/** The bookmarked posts of the viewer, the newest bookmark first, and their folders. */
export function BookmarksPage() {
  const folders = useBookmarkFolders()
  const [folder, setFolder] = useState('')
  useDocumentTitle(t('bookmarks.title'))
  const chips = [
    { value: '', label: t('bookmarks.all') },
    ...folders.map(({ name, count }) => ({ value: name, label: name, count })),
  ]
  return (
    <SidebarLayout>
      <Card as="div">
        <BackBar>
          <h1 className={styles['title']}>{t('bookmarks.title')}</h1>
        </BackBar>
        <div className={styles['head']}>
          <p className={styles['note']}>{t('bookmarks.private')}</p>
          {folders.length > 0 && (
            <Chips label={t('bookmarks.folders')} chips={chips} value={folder} onChange={setFolder} />
          )}
        </div>
      </Card>
      <section aria-label={t('bookmarks.title')}>
        <PostList
          key={folder}
          source={createSource(folder)}
          empty={
            <Card as="div">
              <EmptyState title={t('bookmarks.empty')}>{t('bookmarks.emptyText')}</EmptyState>
            </Card>
          }
          end={<ListEnd>{t('bookmarks.end')}</ListEnd>}
        />
      </section>
    </SidebarLayout>
  )
}
