import { PostSkeleton } from '@meadow/features'
import { Late } from '@meadow/web'
import { t } from '../texts.ts'
import { Columns } from './columns.tsx'
import { PostProblem } from './post-problem.tsx'

export const loadPostPage = async () => ({ default: (await import('./post-page.tsx')).PostPage })

/** The page of a post, which is not part of the first download. */
export function LatePostPage() {
  return (
    <Late
      load={loadPostPage}
      props={{}}
      waiting={
        <Columns>
          <PostSkeleton picture />
        </Columns>
      }
      failed={(again) => (
        <Columns>
          <PostProblem text={t('late.text')} onRetry={again} />
        </Columns>
      )}
    />
  )
}
