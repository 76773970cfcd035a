// Type definitions only.

/**
 * @typedef {'camera' | 'library' | 'models' | 'train'} ScreenName
 * @typedef {boolean | number | string | string[]} SettingValue
 *
 * @typedef {object} SettingKind
 * @property {'number' | 'integer' | 'toggle' | 'text' | 'choice' | 'names' | 'region' | 'point' | 'points'} type
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [step]
 * @property {number} [most] the maximum of an integer
 * @property {string[]} [choices]
 *
 * @typedef {object} Setting
 * @property {string} key
 * @property {string} group
 * @property {string} label
 * @property {string} explanation
 * @property {SettingKind} kind
 * @property {SettingValue} [initial]
 * @property {string} [initialUnless] the key of a toggle that takes the initial value away
 * @property {string} [unsetText] the text for no value
 * @property {string} flag
 *
 * @typedef {{name: string, summary: string, isReady: boolean, command: string, byteCount: number}} OfferedModel
 * @typedef {{setting?: string, model: OfferedModel}} FurtherModel a model that a setting needs
 * @typedef {{kind: string, title: string, contents: string, takesImages: boolean}} OutputFile a file of results
 *
 * @typedef {object} OfferedTask
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} invitation the text before the camera starts
 * @property {OfferedModel[]} models
 * @property {FurtherModel[]} furtherModels
 * @property {Setting[]} settings
 * @property {OutputFile[]} files
 * @property {OutputFormat} output
 *
 * @typedef {{color: string, style: 'bones' | 'contour' | 'mesh', lines: [number, number][]}} LineGroup lines between landmarks
 *
 * @typedef {object} PartFormat a part of a task's results
 * @property {string} kind `categories`, `boxes`, `landmarks`, …
 * @property {string} key in lines of results
 * @property {string} [title] of categories
 * @property {'none' | 'name' | 'nameAndScore' | 'bars'} [label] how categories are shown
 * @property {boolean} [areSubjects] whether each category is a subject of its own
 * @property {'subjects' | 'classes' | 'codes'} [content] of masks: one of each subject or class, or one with the numbers of classes
 * @property {string} [missingText] the text for a subject without a category
 * @property {LineGroup[]} [topology] of landmarks
 * @property {{one: string, several: string}} [subject] what has the landmarks
 * @property {boolean} [isSingle] whether it is of one subject, without a list of subjects
 * @property {Record<string, number[]>} [replaced] landmarks that are not drawn where the part with a key has some
 * @property {string} [scoresKey] of the subjects' scores in lines of results
 * @property {string} [name] what an object without a category's name is
 *
 * @typedef {object} OutputFormat the structure of a task's results
 * @property {{one: string, several: string}} subject
 * @property {PartFormat[]} parts
 *
 * @typedef {{file: string, title: string, tasks: string[]}} Sample the first of its tasks shows it best
 *
 * @typedef {object} Offer
 * @property {string} version of the package
 * @property {OfferedTask[]} tasks
 * @property {Sample[]} samples
 * @property {{imageBytes: number, videoBytes: number, modelBytes: number, files: number,
 *   videoSeconds: number}} limits
 *
 * @typedef {{task: string, model: string, values: Record<string, SettingValue>}} ChosenSettings
 *
 * @typedef {{categoryName: string, displayName?: string, index: number, score: number | null}} Category
 * @typedef {[number, number, number, number?, number?]} Point fractions of the image, then visibility and presence
 *
 * @typedef {object} ResultLine one frame's result, as in a line of JSON Lines
 * @property {number} frame
 * @property {string} task
 * @property {number | null} timestampMs
 * @property {Category[][]} [gestures]
 * @property {Category[][]} [handedness]
 * @property {Category[]} [segments]
 * @property {Point[][]} [landmarks]
 * @property {Point[][]} [worldLandmarks]
 * @property {Detection[]} [detections]
 * @property {(number | null)[]} [trackingIds] of the subjects with landmarks
 * @property {EmbeddingVector[]} [embeddings]
 *
 * @typedef {object} EmbeddingVector the values of a model's output
 * @property {number} headIndex
 * @property {string} [headName]
 * @property {(number | null)[]} [embedding]
 * @property {string} [quantized] signed bytes in Base64
 *
 * @typedef {{name: string, score: number | null, detail: string, color: string, lane: string}} ResultItem a result as text
 *
 * @typedef {object} Detection
 * @property {{x: number, y: number, width: number, height: number}} boundingBox
 * @property {Category[]} categories
 * @property {Point[]} [keypoints]
 * @property {number} [trackingId]
 * @property {string} [classificationCategory] of ML Kit's coarse categories
 *
 * @typedef {{key: string, width: number, height: number, data: string}} MaskPreview the key of its part, and bytes in Base64
 *
 * @typedef {object} OwnModel
 * @property {string} id
 * @property {string} name
 * @property {number} byteCount
 * @property {{task: string, title: string, fits: boolean, reason?: string}[]} fits
 * @property {string} text
 *
 * @typedef {object} Lesson a training of gestures
 * @property {'collecting' | 'running' | 'done' | 'failed'} phase
 * @property {{name: string, count: number}[]} gestures
 * @property {number} share of the training that is done, 0 to 1
 * @property {LessonReport} [report]
 * @property {OwnModel} [model]
 * @property {string} [message]
 *
 * @typedef {object} LessonReport
 * @property {string[]} labels
 * @property {number[][]} confusion a row for each class, a column for what was recognized
 * @property {number} accuracy 0 to 1
 * @property {number} otherHandsRejected 0 to 1
 * @property {number} heldOut images that were kept from training
 *
 * @typedef {object} StoredFile
 * @property {string} id
 * @property {string} name
 * @property {number} byteCount
 * @property {boolean} isVideo
 * @property {number} width
 * @property {number} height
 * @property {number} [seconds]
 * @property {number} [frameCount]
 *
 * @typedef {object} JobProgress
 * @property {'waiting' | 'running' | 'done' | 'failed'} state
 * @property {number} frames
 * @property {number} [totalFrames]
 * @property {number} [framesPerSecond]
 * @property {number} resultBytes
 * @property {number} [inferenceMs]
 * @property {string} [message]
 * @property {string[]} outputs the kinds of the files that can be read
 * @property {MaskPreview[]} masks
 *
 * @typedef {object} VisitContents what the server holds for a page that is loaded again
 * @property {{file: StoredFile, job?: string, settings?: ChosenSettings}[]} files oldest first
 * @property {OwnModel[]} models
 */

export {};
