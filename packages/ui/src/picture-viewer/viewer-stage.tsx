import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { CSSProperties, MouseEvent } from 'react'
import { IconButton } from '../icon-button.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './picture-viewer.module.css'
import { usePictureGestures } from './use-picture-gestures.ts'
import type { ViewedPicture } from './viewed-picture.ts'

type ViewerStageProps = {
  pictures: readonly ViewedPicture[]
  index: number
  onIndexChange: (index: number) => void
  onClose: () => void
}

/** The shown picture with its neighbours beside the screen, and buttons that turn to them. */
export function ViewerStage({ pictures, index, onIndexChange, onClose }: ViewerStageProps) {
  const turn = (next: number) => {
    if (next < 0 || next >= pictures.length) return
    onIndexChange(next)
  }
  const gestures = usePictureGestures({
    index,
    onPrevious: () => turn(index - 1),
    onNext: () => turn(index + 1),
    onClose,
  })
  const { zoom, drag } = gestures
  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLImageElement) && !gestures.hasMoved()) onClose()
  }
  const hasNeighbour = drag?.axis === 'x' && index + (drag.distance > 0 ? -1 : 1) in pictures
  const distance = { x: 0, y: 0, ...(drag && { [drag.axis]: drag.distance }) }
  const track = { '--x': `${hasNeighbour ? distance.x : distance.x / 4}px`, '--y': `${distance.y}px` }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the picture closes; the Close button and Escape, too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className={styles['stage']} onClick={handleClick} {...gestures.stageProps}>
        <div
          className={joinClassNames(styles['track'], drag && styles['dragged'])}
          style={{ ...track, '--index': index } as CSSProperties}
        >
          {pictures.map((picture, at) =>
            Math.abs(at - index) > 1 ? null : (
              <div
                key={picture.src}
                className={styles['slide']}
                style={{ '--at': at } as CSSProperties}
                inert={at !== index}
                aria-current={at === index || undefined}
              >
                <img
                  src={picture.src}
                  srcSet={picture.sources?.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
                  sizes={zoom.scale > 1 && at === index ? `max(100vw, ${picture.width}px)` : '100vw'}
                  alt={picture.alt}
                  width={picture.width}
                  height={picture.height}
                  draggable={false}
                  className={joinClassNames(zoom.scale > 1 && at === index && styles['zoomed'])}
                  style={at === index ? toTransform(zoom) : undefined}
                />
              </div>
            ),
          )}
        </div>
      </div>
      {pictures.length > 1 && (
        <>
          <IconButton
            label="Previous picture"
            icon={<ChevronLeft aria-hidden="true" />}
            className={joinClassNames(styles['button'], styles['previous'])}
            aria-disabled={index === 0}
            onClick={() => turn(index - 1)}
          />
          <IconButton
            label="Next picture"
            icon={<ChevronRight aria-hidden="true" />}
            className={joinClassNames(styles['button'], styles['next'])}
            aria-disabled={index === pictures.length - 1}
            onClick={() => turn(index + 1)}
          />
        </>
      )}
    </>
  )
}

const toTransform = ({ scale, x, y }: { scale: number; x: number; y: number }): CSSProperties | undefined =>
  scale > 1 ? { transform: `translate(${x}px, ${y}px) scale(${scale})` } : undefined
