import { createTexts } from '@meadow/web'

/** Texts of videos, which load with the first one. */
export const t = createTexts({
  'video.player': 'Video, {duration}',
  'video.processing': 'The video is getting ready to play',
  'video.unplayable': "This video couldn't be processed",
  'video.failed': "Couldn't play this video",
  'video.play': 'Play video, {duration}',
  'video.tryAgain': 'Try again',
  'video.captions': 'Captions',
})
