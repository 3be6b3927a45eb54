import { LazyPictureViewer } from '@meadow/features'
import { useState } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { t } from '../../texts.ts'
import { MessagePictureTile } from './message-picture-tile.tsx'
import styles from './message-pictures.module.css'
import { MAX_WIDTH_PX } from './picture-size.ts'

/** Shows the pictures of a message: one in its proportions, several in a grid. A click opens the viewer at that picture. */
export function MessagePictures({ message }: { message: ShownMessage }) {
  const [isOpen, setIsOpen] = useState(false)
  const [startIndex, setStartIndex] = useState(0)
  const { pictures, sender } = message
  const count = pictures.length
  const toAlt = (alt: string) => alt || t('message.picture', { name: sender.fullName })
  return (
    <>
      <div
        className={count > 1 ? styles['grid'] : undefined}
        style={count > 1 ? { width: MAX_WIDTH_PX } : undefined}
        data-count={count}
      >
        {pictures.map((picture, index) => (
          <MessagePictureTile
            key={picture._id}
            message={message}
            picture={{ ...picture, alt: toAlt(picture.alt) }}
            isSingle={count === 1}
            label={`${t('message.openPicture', { count, number: index + 1 })}: ${toAlt(picture.alt)}`}
            onOpen={() => {
              setStartIndex(index)
              setIsOpen(true)
            }}
          />
        ))}
      </div>
      <LazyPictureViewer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        pictures={pictures.map(({ url, alt, ...picture }) => ({ ...picture, src: url, alt: toAlt(alt) }))}
        startIndex={startIndex}
      />
    </>
  )
}
