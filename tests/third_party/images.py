"""Filters of OpenCV on OpenCL, compared with those on the processor."""
import cv2, numpy as np

cv2.ocl.setUseOpenCL(True)
assert cv2.ocl.useOpenCL()
picture = np.random.default_rng(0).integers(0, 255, (120, 160), dtype=np.uint8)
for work in (lambda x: cv2.GaussianBlur(x, (5, 5), 0), lambda x: cv2.resize(x, (80, 60)), lambda x: cv2.threshold(x, 100, 255, cv2.THRESH_BINARY)[1],
             lambda x: cv2.dilate(x, None), lambda x: cv2.medianBlur(x, 3), lambda x: cv2.add(x, x)):
    there, here = work(cv2.UMat(picture)).get(), work(picture)
    assert np.abs(there.astype(int) - here.astype(int)).max() <= 1
