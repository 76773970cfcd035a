// MediaPipe's functions for text, sound, decisions and retrieval, which are not here. A caller that looks them up finds
// them. Those that create a task answer with a sentence; the others need a task, which nobody has.
#include "mediapipe/common.h"

#include <stdio.h>
#include <string.h>

#define CREATE(function)                                                                                              \
  MpStatus function(const void *options, void **task, char **error_msg) {                                             \
    (void)options;                                                                                                    \
    return unimplemented(#function, task, error_msg);                                                                 \
  }
#define OTHER(function)                                                                                               \
  MpStatus function(void) { return kMpUnimplemented; }

static MpStatus unimplemented(const char *name, void **task, char **error_msg) {
  if (task) *task = NULL;
  if (error_msg) {
    char text[160];
    snprintf(text, sizeof text, "%s is not implemented: this library has the tasks for images only.", name);
    *error_msg = strdup(text);
  }
  return kMpUnimplemented;
}

// clang-format off
CREATE(MpAudioClassifierCreate) CREATE(MpAudioEmbedderCreate) CREATE(MpAudioTranscriberCreate)
CREATE(MpDecisionMakerCreate) CREATE(MpLanguageDetectorCreate) CREATE(MpSemanticRetrieverCreate)
CREATE(MpTextClassifierCreate) CREATE(MpTextEmbedderCreate) CREATE(MpTextProofreaderCreate)
CREATE(MpTextSummarizerCreate) CREATE(MpTextToSpeechCreate) CREATE(MpUniversalEmbedderCreate)
OTHER(MpAudioClassifierClassify) OTHER(MpAudioClassifierClassifyAsync) OTHER(MpAudioClassifierClose)
OTHER(MpAudioClassifierCloseResult) OTHER(MpAudioEmbedderClose) OTHER(MpAudioEmbedderCloseResult)
OTHER(MpAudioEmbedderEmbed) OTHER(MpAudioTranscriberClose) OTHER(MpAudioTranscriberCloseResult)
OTHER(MpAudioTranscriberFinishStream) OTHER(MpAudioTranscriberPrewarm) OTHER(MpAudioTranscriberTranscribe)
OTHER(MpDecisionMakerClose) OTHER(MpDecisionMakerCloseChoiceResult) OTHER(MpDecisionMakerCloseChoiceResultBatch)
OTHER(MpDecisionMakerCloseSchemaResult) OTHER(MpDecisionMakerCloseScoreResult)
OTHER(MpDecisionMakerCloseScoreResultBatch) OTHER(MpDecisionMakerEvaluateBoolean)
OTHER(MpDecisionMakerEvaluateBooleanBatch) OTHER(MpDecisionMakerEvaluateChoice)
OTHER(MpDecisionMakerEvaluateChoiceBatch) OTHER(MpDecisionMakerEvaluateSchema) OTHER(MpDecisionMakerEvaluateScore)
OTHER(MpDecisionMakerEvaluateScoreBatch) OTHER(MpDecisionMakerPrewarmChoice) OTHER(MpDecisionMakerPrewarmSchema)
OTHER(MpLanguageDetectorClose) OTHER(MpLanguageDetectorCloseResult) OTHER(MpLanguageDetectorDetect)
OTHER(MpSemanticRetrieverClose) OTHER(MpSemanticRetrieverCloseRecordIdsResult) OTHER(MpSemanticRetrieverCloseResult)
OTHER(MpSemanticRetrieverDelete) OTHER(MpSemanticRetrieverDeleteAll)
OTHER(MpSemanticRetrieverDeleteWithMetadataFilter) OTHER(MpSemanticRetrieverGetAllRecordIds)
OTHER(MpSemanticRetrieverInsertAudio) OTHER(MpSemanticRetrieverInsertContent)
OTHER(MpSemanticRetrieverInsertDocument) OTHER(MpSemanticRetrieverInsertImage) OTHER(MpSemanticRetrieverRetrieve)
OTHER(MpSemanticRetrieverRetrieveWithMetadataFilter) OTHER(MpTextClassifierClassify) OTHER(MpTextClassifierClose)
OTHER(MpTextClassifierCloseResult) OTHER(MpTextEmbedderClose) OTHER(MpTextEmbedderCloseResult)
OTHER(MpTextEmbedderEmbed) OTHER(MpTextProofreaderClose) OTHER(MpTextProofreaderCloseResult)
OTHER(MpTextProofreaderProofread) OTHER(MpTextProofreaderProofreadStreaming) OTHER(MpTextSummarizerClose)
OTHER(MpTextSummarizerCloseResult) OTHER(MpTextSummarizerSummarize) OTHER(MpTextSummarizerSummarizeStreaming)
OTHER(MpTextToSpeechCancel) OTHER(MpTextToSpeechClose) OTHER(MpTextToSpeechComputeWordTimestamps)
OTHER(MpTextToSpeechFreeAudioResult) OTHER(MpTextToSpeechFreeError) OTHER(MpTextToSpeechListVoices)
OTHER(MpTextToSpeechStartStream) OTHER(MpTextToSpeechStreamCancel) OTHER(MpTextToSpeechStreamClose)
OTHER(MpTextToSpeechStreamFinishInput) OTHER(MpTextToSpeechStreamPushText) OTHER(MpTextToSpeechStreamReadNext)
OTHER(MpTextToSpeechSynthesize) OTHER(MpTextToSpeechVoiceListFree) OTHER(MpUniversalEmbedderClose)
OTHER(MpUniversalEmbedderCloseResult) OTHER(MpUniversalEmbedderEmbedAudio) OTHER(MpUniversalEmbedderEmbedContent)
OTHER(MpUniversalEmbedderEmbedImage) OTHER(MpUniversalEmbedderEmbedText)
// clang-format on
