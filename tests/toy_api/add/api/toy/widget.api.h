/* Widgets.  Words: api/roles.h. */
API(1000) toy_status toyCreate(NEW(toy_widget) toy_widget *widget);
API(1000) toy_status toyUse(toy_widget widget, int turns);
API(1000) toy_status toyDestroy(DEL(toy_widget) toy_widget widget);
