import { Button, Card, Skeleton } from '@meadow/ui'
import { Example } from '../example.tsx'
import styles from '../gallery.module.css'

export function SurfaceExamples() {
  const action = (
    <Button variant="quiet" size="s">
      See all
    </Button>
  )
  return (
    <>
      <Example name="Card">
        <Card as="div">
          <div className={styles['panel']}>A surface for things that belong together.</div>
        </Card>
      </Example>
      <Example name="Card with a title and an action">
        <Card title="Who to follow" action={action}>
          <div className={styles['panel']}>Somebody whose posts you like.</div>
        </Card>
      </Example>
      <Example name="Skeleton: lines, round, block">
        <Skeleton width={44} height={44} round />
        <Skeleton width="60%" />
        <Skeleton width="100%" height={80} />
      </Example>
    </>
  )
}
