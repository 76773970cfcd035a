print("vision")
