// The files of the page, embedded by the compiler. Swift's own way, an array literal of every byte, takes half a minute to compile.
//
// A test compares the list with the folder.

#include "CVisionPage.h"

#if !defined(__has_embed)
#error "The page is embedded by the directive #embed, which Clang has from version 19 on: use Swift 6.2 or later."
#endif
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t index_html[] = {
#embed "../VisionStudio/Page/index.html"
};
static const uint8_t logo_svg[] = {
#embed "../VisionStudio/Page/logo.svg"
};
static const uint8_t coffee_jpg[] = {
#embed "../VisionStudio/Page/samples/coffee.jpg"
};
static const uint8_t face_jpg[] = {
#embed "../VisionStudio/Page/samples/face.jpg"
};
static const uint8_t thumb_jpg[] = {
#embed "../VisionStudio/Page/samples/thumb.jpg"
};
static const uint8_t victory_jpg[] = {
#embed "../VisionStudio/Page/samples/victory.jpg"
};
static const uint8_t walkers_mp4[] = {
#embed "../VisionStudio/Page/samples/walkers.mp4"
};
static const uint8_t yoga_jpg[] = {
#embed "../VisionStudio/Page/samples/yoga.jpg"
};
static const uint8_t api_js[] = {
#embed "../VisionStudio/Page/scripts/app/api.js"
};
static const uint8_t connection_js[] = {
#embed "../VisionStudio/Page/scripts/app/connection.js"
};
static const uint8_t dom_js[] = {
#embed "../VisionStudio/Page/scripts/app/dom.js"
};
static const uint8_t main_js[] = {
#embed "../VisionStudio/Page/scripts/app/main.js"
};
static const uint8_t navigation_js[] = {
#embed "../VisionStudio/Page/scripts/app/navigation.js"
};
static const uint8_t state_js[] = {
#embed "../VisionStudio/Page/scripts/app/state.js"
};
static const uint8_t tabs_js[] = {
#embed "../VisionStudio/Page/scripts/app/tabs.js"
};
static const uint8_t types_js[] = {
#embed "../VisionStudio/Page/scripts/app/types.js"
};
static const uint8_t visit_js[] = {
#embed "../VisionStudio/Page/scripts/app/visit.js"
};
static const uint8_t camera_capture_js[] = {
#embed "../VisionStudio/Page/scripts/camera/camera-capture.js"
};
static const uint8_t camera_screen_js[] = {
#embed "../VisionStudio/Page/scripts/camera/camera-screen.js"
};
static const uint8_t camera_source_js[] = {
#embed "../VisionStudio/Page/scripts/camera/camera-source.js"
};
static const uint8_t live_loop_js[] = {
#embed "../VisionStudio/Page/scripts/camera/live-loop.js"
};
static const uint8_t result_cards_js[] = {
#embed "../VisionStudio/Page/scripts/camera/result-cards.js"
};
static const uint8_t speed_meter_js[] = {
#embed "../VisionStudio/Page/scripts/camera/speed-meter.js"
};
static const uint8_t item_row_js[] = {
#embed "../VisionStudio/Page/scripts/library/item-row.js"
};
static const uint8_t library_item_js[] = {
#embed "../VisionStudio/Page/scripts/library/library-item.js"
};
static const uint8_t library_screen_js[] = {
#embed "../VisionStudio/Page/scripts/library/library-screen.js"
};
static const uint8_t timeline_js[] = {
#embed "../VisionStudio/Page/scripts/library/timeline.js"
};
static const uint8_t viewer_js[] = {
#embed "../VisionStudio/Page/scripts/library/viewer.js"
};
static const uint8_t model_fetch_js[] = {
#embed "../VisionStudio/Page/scripts/models/model-fetch.js"
};
static const uint8_t models_screen_js[] = {
#embed "../VisionStudio/Page/scripts/models/models-screen.js"
};
static const uint8_t bars_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/bars.js"
};
static const uint8_t boxes_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/boxes.js"
};
static const uint8_t categories_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/categories.js"
};
static const uint8_t embeddings_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/embeddings.js"
};
static const uint8_t labels_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/labels.js"
};
static const uint8_t landmarks_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/landmarks.js"
};
static const uint8_t masks_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/masks.js"
};
static const uint8_t outputs_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/outputs.js"
};
static const uint8_t overlay_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/overlay.js"
};
static const uint8_t palette_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/palette.js"
};
static const uint8_t parts_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/parts.js"
};
static const uint8_t points_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/points.js"
};
static const uint8_t region_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/region.js"
};
static const uint8_t results_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/results.js"
};
static const uint8_t trails_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/trails.js"
};
static const uint8_t view_js[] = {
#embed "../VisionStudio/Page/scripts/overlay/view.js"
};
static const uint8_t code_panel_js[] = {
#embed "../VisionStudio/Page/scripts/settings/code-panel.js"
};
static const uint8_t own_models_js[] = {
#embed "../VisionStudio/Page/scripts/settings/own-models.js"
};
static const uint8_t setting_field_js[] = {
#embed "../VisionStudio/Page/scripts/settings/setting-field.js"
};
static const uint8_t setting_values_js[] = {
#embed "../VisionStudio/Page/scripts/settings/setting-values.js"
};
static const uint8_t settings_panel_js[] = {
#embed "../VisionStudio/Page/scripts/settings/settings-panel.js"
};
static const uint8_t gesture_card_js[] = {
#embed "../VisionStudio/Page/scripts/train/gesture-card.js"
};
static const uint8_t pictures_js[] = {
#embed "../VisionStudio/Page/scripts/train/pictures.js"
};
static const uint8_t train_result_js[] = {
#embed "../VisionStudio/Page/scripts/train/train-result.js"
};
static const uint8_t train_screen_js[] = {
#embed "../VisionStudio/Page/scripts/train/train-screen.js"
};
static const uint8_t base_css[] = {
#embed "../VisionStudio/Page/styles/base.css"
};
static const uint8_t controls_css[] = {
#embed "../VisionStudio/Page/styles/controls.css"
};
static const uint8_t layout_css[] = {
#embed "../VisionStudio/Page/styles/layout.css"
};
static const uint8_t library_css[] = {
#embed "../VisionStudio/Page/styles/library.css"
};
static const uint8_t stage_css[] = {
#embed "../VisionStudio/Page/styles/stage.css"
};
static const uint8_t train_css[] = {
#embed "../VisionStudio/Page/styles/train.css"
};

#define FILE_ENTRY(name, symbol) {name, symbol, sizeof symbol}

static const VisionPageFile files[] = {
    FILE_ENTRY("index.html", index_html),
    FILE_ENTRY("logo.svg", logo_svg),
    FILE_ENTRY("coffee.jpg", coffee_jpg),
    FILE_ENTRY("face.jpg", face_jpg),
    FILE_ENTRY("thumb.jpg", thumb_jpg),
    FILE_ENTRY("victory.jpg", victory_jpg),
    FILE_ENTRY("walkers.mp4", walkers_mp4),
    FILE_ENTRY("yoga.jpg", yoga_jpg),
    FILE_ENTRY("api.js", api_js),
    FILE_ENTRY("connection.js", connection_js),
    FILE_ENTRY("dom.js", dom_js),
    FILE_ENTRY("main.js", main_js),
    FILE_ENTRY("navigation.js", navigation_js),
    FILE_ENTRY("state.js", state_js),
    FILE_ENTRY("tabs.js", tabs_js),
    FILE_ENTRY("types.js", types_js),
    FILE_ENTRY("visit.js", visit_js),
    FILE_ENTRY("camera-capture.js", camera_capture_js),
    FILE_ENTRY("camera-screen.js", camera_screen_js),
    FILE_ENTRY("camera-source.js", camera_source_js),
    FILE_ENTRY("live-loop.js", live_loop_js),
    FILE_ENTRY("result-cards.js", result_cards_js),
    FILE_ENTRY("speed-meter.js", speed_meter_js),
    FILE_ENTRY("item-row.js", item_row_js),
    FILE_ENTRY("library-item.js", library_item_js),
    FILE_ENTRY("library-screen.js", library_screen_js),
    FILE_ENTRY("timeline.js", timeline_js),
    FILE_ENTRY("viewer.js", viewer_js),
    FILE_ENTRY("model-fetch.js", model_fetch_js),
    FILE_ENTRY("models-screen.js", models_screen_js),
    FILE_ENTRY("bars.js", bars_js),
    FILE_ENTRY("boxes.js", boxes_js),
    FILE_ENTRY("categories.js", categories_js),
    FILE_ENTRY("embeddings.js", embeddings_js),
    FILE_ENTRY("labels.js", labels_js),
    FILE_ENTRY("landmarks.js", landmarks_js),
    FILE_ENTRY("masks.js", masks_js),
    FILE_ENTRY("outputs.js", outputs_js),
    FILE_ENTRY("overlay.js", overlay_js),
    FILE_ENTRY("palette.js", palette_js),
    FILE_ENTRY("parts.js", parts_js),
    FILE_ENTRY("points.js", points_js),
    FILE_ENTRY("region.js", region_js),
    FILE_ENTRY("results.js", results_js),
    FILE_ENTRY("trails.js", trails_js),
    FILE_ENTRY("view.js", view_js),
    FILE_ENTRY("code-panel.js", code_panel_js),
    FILE_ENTRY("own-models.js", own_models_js),
    FILE_ENTRY("setting-field.js", setting_field_js),
    FILE_ENTRY("setting-values.js", setting_values_js),
    FILE_ENTRY("settings-panel.js", settings_panel_js),
    FILE_ENTRY("gesture-card.js", gesture_card_js),
    FILE_ENTRY("pictures.js", pictures_js),
    FILE_ENTRY("train-result.js", train_result_js),
    FILE_ENTRY("train-screen.js", train_screen_js),
    FILE_ENTRY("base.css", base_css),
    FILE_ENTRY("controls.css", controls_css),
    FILE_ENTRY("layout.css", layout_css),
    FILE_ENTRY("library.css", library_css),
    FILE_ENTRY("stage.css", stage_css),
    FILE_ENTRY("train.css", train_css),
};

const VisionPageFile *vision_page_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
