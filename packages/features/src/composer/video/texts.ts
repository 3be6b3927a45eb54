import { createTexts } from '@meadow/web'

/** Texts of a video in the composer, which load with it. */
export const t = createTexts({
  'video.preview': 'Preview of the video',
  'video.reading': 'Reading the video',
  'video.duration': 'Length: {duration}',
  'video.noPreview': "Your browser can't play this video, so there is no preview.",
  'video.tooLarge': 'Videos can be up to {max} MB. This one is too large.',
  'video.tooLong': {
    one: 'Videos can be up to {count} minute long. Shorten it first.',
    other: 'Videos can be up to {count} minutes long. Shorten it first.',
  },
  'video.empty': 'This file is empty.',
  'video.remove': 'Remove video',
  'video.pickCaptions': 'Add captions',
  'video.captionsHint': 'Captions are for people who cannot hear the video. They are a WebVTT file (.vtt).',
  'video.hasCaptions': 'The video has captions.',
  'video.removeCaptions': 'Remove captions',
  'video.badCaptionTime': 'This is no time of a caption: {line}',
  'video.noCaptions': 'This file has no captions.',
  'video.tooManyCaptions': 'This file has too many captions.',
  'video.badCaptions': "This file can't be used. Choose a WebVTT file (.vtt) of at most 100 KB, in UTF-8.",
})
